import { Inject, Injectable } from '@nestjs/common';
import { Signer } from '@fastify/cookie';
import { LOGIN_HINT_COOKIE } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../gateway.module-options.js';

/** The longest that browsers keep a cookie. What a session is worth is decided on the server, which lets it slide. */
const MAX_COOKIE_SECONDS = 400 * 24 * 3600;

/**
 * The cookies there are: the session of an account with the mark by which the client knows that there is one, and the
 * identity of an anonymous browser.
 */
@Injectable()
export class CookiesService {
  private readonly secure: boolean;
  private readonly sessionName: string;
  private readonly loginHintName: string;
  private readonly browserName: string;
  private readonly signer: Signer;

  constructor(@Inject(GATEWAY_MODULE_OPTIONS) config: GatewayModuleOptions) {
    this.secure = config.publicUrl.protocol === 'https:';
    // The prefix makes browsers refuse the cookie from anything but this host over https.
    const prefix = this.secure ? '__Host-' : '';
    this.sessionName = `${prefix}waybill_session`;
    this.loginHintName = `${prefix}${LOGIN_HINT_COOKIE}`;
    this.browserName = `${prefix}waybill_browser`;
    this.signer = new Signer(
      config.sessionSecrets.map((secret) =>
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

  /** Gives a session the mark that it lacks: it was opened before there were any, or a person took it away. */
  ensureLoginHint(request: FastifyRequest, reply: FastifyReply): void {
    if (this.sessionToken(request) !== null && !this.hasLoginHint(request)) this.setLoginHint(reply);
  }

  clearSession(reply: FastifyReply): void {
    void reply.clearCookie(this.sessionName, this.attributes());
    void reply.clearCookie(this.loginHintName, this.readable());
  }

  /** Takes away what a browser keeps of a session that is none any more; nothing where it keeps nothing. */
  clearStaleSession(request: FastifyRequest, reply: FastifyReply): void {
    if (this.sessionToken(request) !== null || this.hasLoginHint(request)) this.clearSession(reply);
  }

  /** Id of the anonymous browser; null when it has none yet or the cookie was not made by us. */
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
    void reply.setCookie(this.loginHintName, '1', { ...this.readable(), maxAge: MAX_COOKIE_SECONDS });
  }

  private attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.secure } as const;
  }

  private readable() {
    return { ...this.attributes(), httpOnly: false };
  }
}
