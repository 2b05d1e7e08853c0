import { Inject, Injectable } from '@nestjs/common';
import { Signer } from '@fastify/cookie';
import { AppError, DAY_SECONDS, LOGIN_HINT_COOKIE, MINUTE_SECONDS } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';

/** Longest lifetime that browsers grant a cookie. The server decides when a session expires. */
const MAX_COOKIE_SECONDS = 400 * DAY_SECONDS;

/** A single sign-on that takes longer has to begin again. */
const ATTEMPT_SECONDS = 10 * MINUTE_SECONDS;

/**
 * Reads and sets the cookies: the session of an account, its login hint (readable by the web client, which cannot read
 * the session cookie), the signed id of an anonymous browser, the device that signed in, and an unfinished sign-in.
 */
@Injectable()
export class CookiesService {
  private readonly secure: boolean;
  private readonly sessionName: string;
  private readonly loginHintName: string;
  private readonly browserName: string;
  private readonly deviceName: string;
  private readonly attemptName: string;
  private readonly signer: Signer;

  constructor(@Inject(GATEWAY_MODULE_OPTIONS) options: GatewayModuleOptions) {
    this.secure = options.publicUrl.protocol === 'https:';
    // `__Host-`: browsers accept the cookie only from this host, over https.
    const prefix = this.secure ? '__Host-' : '';
    this.sessionName = `${prefix}waybill_session`;
    this.loginHintName = `${prefix}${LOGIN_HINT_COOKIE}`;
    this.browserName = `${prefix}waybill_browser`;
    this.deviceName = `${prefix}waybill_device`;
    this.attemptName = `${prefix}waybill_sign_in`;
    this.signer = new Signer(
      options.sessionSecrets.map((secret) =>
        createHmac('sha256', secret).update('browser-cookie').digest('hex'),
      ),
    );
  }

  sessionToken(request: FastifyRequest): string | null {
    return request.cookies[this.sessionName] ?? null;
  }

  /** @throws AppError `auth.required` without one */
  requireSession(request: FastifyRequest): string {
    const token = this.sessionToken(request);
    if (token === null) throw new AppError('auth.required');
    return token;
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
    const attributes = { ...this.attributes(), maxAge: MAX_COOKIE_SECONDS };
    // `setCookie` adds its header in an `onSend` hook, which an error that is sent before the body ends does not run.
    // Such an error can name an upload, which its sender resumes with this cookie.
    const cookie = reply.server.serializeCookie(this.browserName, this.signer.sign(browserId), attributes);
    void reply.header('set-cookie', cookie);
  }

  /** Random id of a browser that has signed in before; it says nothing about the account. */
  device(request: FastifyRequest): string | null {
    const value = request.cookies[this.deviceName];
    return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
  }

  setDevice(reply: FastifyReply, device: string): void {
    void reply.setCookie(this.deviceName, device, { ...this.attributes(), maxAge: MAX_COOKIE_SECONDS });
  }

  /** The unfinished single sign-on of this browser. */
  singleSignOnAttempt(request: FastifyRequest): string | null {
    return request.cookies[this.attemptName] ?? null;
  }

  setSingleSignOnAttempt(reply: FastifyReply, attempt: string): void {
    void reply.setCookie(this.attemptName, attempt, { ...this.attributes(), maxAge: ATTEMPT_SECONDS });
  }

  clearSingleSignOnAttempt(reply: FastifyReply): void {
    void reply.clearCookie(this.attemptName, this.attributes());
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
