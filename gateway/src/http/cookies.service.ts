import { Inject, Injectable } from '@nestjs/common';
import { Signer } from '@fastify/cookie';
import { LOGIN_HINT_COOKIE } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';

/** Longest lifetime that browsers grant a cookie. The server decides when a session expires. */
const MAX_COOKIE_SECONDS = 400 * 24 * 3600;

/**
 * Reads and sets the three cookies: the session of an account, its login hint (readable by the web client, which
 * cannot read the session cookie) and the signed id of an anonymous browser.
 */
@Injectable()
export class CookiesService {
  private readonly secure: boolean;
  private readonly sessionName: string;
  private readonly loginHintName: string;
  private readonly browserName: string;
  private readonly signer: Signer;

  constructor(@Inject(GATEWAY_MODULE_OPTIONS) options: GatewayModuleOptions) {
    this.secure = options.publicUrl.protocol === 'https:';
    // `__Host-`: browsers accept the cookie only from this host, over https.
    const prefix = this.secure ? '__Host-' : '';
    this.sessionName = `${prefix}waybill_session`;
    this.loginHintName = `${prefix}${LOGIN_HINT_COOKIE}`;
    this.browserName = `${prefix}waybill_browser`;
    this.signer = new Signer(
      options.sessionSecrets.map((secret) =>
        createHmac('sha256', secret).update('browser-cookie').digest('hex'),
      ),
    );
  }

  sessionToken(request: FastifyRequest): string | null {
    return request.cookies[this.sessionName] ?? null;
  }

  setSession(reply: FastifyReply, token: string): void {
    void reply.setCookie(this.sessionName, token, { ...this.attributes(), maxAge: MAX_COOKIE_SECONDS });
    this.setLoginHint(reply);
  }

  /** Sets the login hint where a session lacks it: the hint was deleted, or the session is older than hints. */
  ensureLoginHint(request: FastifyRequest, reply: FastifyReply): void {
    if (this.sessionToken(request) !== null && !this.hasLoginHint(request)) this.setLoginHint(reply);
  }

  clearSession(reply: FastifyReply): void {
    void reply.clearCookie(this.sessionName, this.attributes());
    void reply.clearCookie(this.loginHintName, this.hintAttributes());
  }

  /** Deletes the cookies of a session that no longer exists. */
  clearStaleSession(request: FastifyRequest, reply: FastifyReply): void {
    if (this.sessionToken(request) !== null || this.hasLoginHint(request)) this.clearSession(reply);
  }

  /** Id of the anonymous browser; null if the cookie is missing or its signature is invalid. */
  browserId(request: FastifyRequest): string | null {
    const cookie = request.cookies[this.browserName];
    if (cookie === undefined) return null;
    const { valid, value } = this.signer.unsign(cookie);
    return valid && z.uuid().safeParse(value).success ? value : null;
  }

  setBrowser(reply: FastifyReply, browserId: string): void {
    void reply.setCookie(this.browserName, this.signer.sign(browserId), {
      ...this.attributes(),
      maxAge: MAX_COOKIE_SECONDS,
    });
  }

  private hasLoginHint(request: FastifyRequest): boolean {
    return request.cookies[this.loginHintName] !== undefined;
  }

  private setLoginHint(reply: FastifyReply): void {
    void reply.setCookie(this.loginHintName, '1', { ...this.hintAttributes(), maxAge: MAX_COOKIE_SECONDS });
  }

  private attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
  }

  private hintAttributes() {
    return { ...this.attributes(), httpOnly: false };
  }
}
