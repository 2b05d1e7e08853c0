import { Controller, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  beginOidc,
  type Caller,
  connectOidc,
  disconnectOidc,
  finishOidc,
  finishOidcWithCode,
  getSignInMethods,
  type OutputOf,
  providerAnswerSchema,
  setFirstPassword,
  type User,
} from '@waybill/contracts';
import { signInRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.js';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, ValidBody } from '../http/valid.decorator.js';
import { BrowserSignInService } from '../sessions/browser-sign-in.service.js';
import { InvalidateSessionCacheInterceptor } from '../sessions/invalidate-session-cache.interceptor.js';

/** Longer than usual: the answer may take several calls to the provider, of up to five seconds each. */
const TIMEOUT_MS = 25_000;
const loginPage = '/login';
const securityTab = '/account?tab=security';

/** Single sign-on by OpenID Connect, and the sign-in methods of an account. */
@Controller()
@UseInterceptors(InvalidateSessionCacheInterceptor)
export class SingleSignOnController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    private readonly signIns: BrowserSignInService,
  ) {}

  @Route('GET /api/auth/oidc/start', signInRoutes.beginOidc)
  begin(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    return this.redirect(request, reply, loginPage, async () => {
      const { url, attempt } = await this.bus.request(
        beginOidc,
        { address: clientAddress(request) },
        { timeoutMs: TIMEOUT_MS },
      );
      this.cookies.setSingleSignOnAttempt(reply, attempt);
      return url;
    });
  }

  @Route('GET /api/auth/oidc/callback', signInRoutes.finishOidc)
  finish(
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const errorPage = this.cookies.sessionToken(request) === null ? loginPage : securityTab;
    return this.redirect(request, reply, errorPage, async () => {
      const { data: answer } = providerAnswerSchema.safeParse(query);
      if (!answer) throw new AppError('auth.sso-failed');
      const outcome = await this.bus.request(
        finishOidc,
        {
          ...this.signIns.clientOf(request),
          attempt: this.cookies.singleSignOnAttempt(request),
          sessionToken: this.cookies.sessionToken(request),
          answer,
        },
        { timeoutMs: TIMEOUT_MS },
      );
      if (outcome.outcome === 'code') {
        this.cookies.setSingleSignOnAttempt(reply, outcome.attempt);
        return `${loginPage}?step=code`;
      }
      this.cookies.clearSingleSignOnAttempt(reply);
      if (outcome.outcome === 'connected') return securityTab;
      await this.signIns.signIn(request, reply, outcome);
      return loginPage;
    });
  }

  @Route('POST /api/auth/oidc/code', signInRoutes.finishOidcWithCode)
  async finishWithCode(
    @ValidBody(signInRoutes.finishOidcWithCode) { code }: BodyOf<typeof signInRoutes.finishOidcWithCode>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const session = await this.bus.request(finishOidcWithCode, {
      ...this.signIns.clientOf(request),
      attempt: this.cookies.singleSignOnAttempt(request),
      code,
    });
    this.cookies.clearSingleSignOnAttempt(reply);
    return this.signIns.signIn(request, reply, session);
  }

  @Route('GET /api/user/sign-in', signInRoutes.getSignInMethods)
  get(@CurrentUser() user: User): Promise<OutputOf<typeof getSignInMethods>> {
    return this.bus.request(getSignInMethods, { userId: user.id });
  }

  @Route('POST /api/user/password', signInRoutes.setFirstPassword)
  setFirstPassword(
    @CurrentUser() user: User,
    @ValidBody(signInRoutes.setFirstPassword) form: BodyOf<typeof signInRoutes.setFirstPassword>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<OutputOf<typeof setFirstPassword>> {
    const sessionToken = this.cookies.requireSession(request);
    return this.bus.request(setFirstPassword, { userId: user.id, sessionToken, form, address });
  }

  @Route('POST /api/user/single-sign-on', signInRoutes.connectOidc)
  async connect(
    @CurrentUser() user: User,
    @ValidBody(signInRoutes.connectOidc) form: BodyOf<typeof signInRoutes.connectOidc>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ url: string }> {
    const { url, attempt } = await this.bus.request(
      connectOidc,
      { userId: user.id, sessionToken: this.cookies.requireSession(request), form, address },
      { timeoutMs: TIMEOUT_MS },
    );
    this.cookies.setSingleSignOnAttempt(reply, attempt);
    return { url };
  }

  @Route('DELETE /api/user/single-sign-on', signInRoutes.disconnectOidc)
  async disconnect(@CurrentUser() user: User, @CurrentCaller() { address }: Caller): Promise<void> {
    await this.bus.request(disconnectOidc, { userId: user.id, address });
  }

  /** Redirects to the URL that `run` returns. After an error, redirects a browser to `errorPage`, which shows it. */
  private async redirect(
    request: FastifyRequest,
    reply: FastifyReply,
    errorPage: string,
    run: () => Promise<string>,
  ): Promise<void> {
    let target: string;
    try {
      target = await run();
    } catch (error) {
      const { message, code } = AppError.from(error);
      if (code === 'request.not-found' || !request.headers.accept?.includes('text/html')) throw error;
      target = `${errorPage}${errorPage.includes('?') ? '&' : '?'}message=${encodeURIComponent(message)}`;
    }
    void reply.header('location', target);
  }
}
