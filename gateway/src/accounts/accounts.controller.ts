import { Controller, Req, Res, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  type Caller,
  cancelSubscription,
  changePassword,
  checkPasswordReset,
  deleteAccount,
  PROVIDER_TIMEOUT_MS,
  requestPasswordReset,
  resetPassword,
  signUp,
  updateProfile,
  type User,
  verifyEmail,
} from '@waybill/contracts';
import { accountRoutes, billingRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { ValidQuery, type QueryOf, ValidBody, type BodyOf } from '../http/valid.decorator.js';
import { Route } from '../http/route.decorator.js';
import { InvalidateSessionCacheInterceptor } from '../sessions/invalidate-session-cache.interceptor.js';
import { SessionCacheService } from '../sessions/session-cache.service.js';

@Controller()
@UseInterceptors(InvalidateSessionCacheInterceptor)
export class AccountsController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    private readonly sessions: SessionCacheService,
  ) {}

  @Route('POST /api/signup', accountRoutes.signUp)
  async signUp(
    @ValidBody(accountRoutes.signUp) form: BodyOf<typeof accountRoutes.signUp>,
    @CurrentCaller() { browserId, address }: Caller,
  ) {
    return this.bus.request(signUp, { form, browserId, address });
  }

  @Route('GET /api/verify-email', accountRoutes.verifyEmail)
  async verifyEmail(
    @ValidQuery(accountRoutes.verifyEmail) link: QueryOf<typeof accountRoutes.verifyEmail>,
    @CurrentCaller() { address }: Caller,
  ) {
    return this.bus.request(verifyEmail, { ...link, address });
  }

  @Route('POST /api/forgot-password', accountRoutes.forgotPassword)
  async forgotPassword(
    @ValidBody(accountRoutes.forgotPassword) { email }: BodyOf<typeof accountRoutes.forgotPassword>,
    @CurrentCaller() { address }: Caller,
  ) {
    return this.bus.request(requestPasswordReset, { email, address });
  }

  @Route('GET /api/reset-password', accountRoutes.checkPasswordReset)
  async checkPasswordReset(
    @ValidQuery(accountRoutes.checkPasswordReset) link: QueryOf<typeof accountRoutes.checkPasswordReset>,
    @CurrentCaller() { address }: Caller,
  ) {
    return this.bus.request(checkPasswordReset, { ...link, address });
  }

  @Route('POST /api/reset-password', accountRoutes.resetPassword)
  async resetPassword(
    @ValidBody(accountRoutes.resetPassword) form: BodyOf<typeof accountRoutes.resetPassword>,
    @CurrentCaller() { address }: Caller,
  ) {
    try {
      return await this.bus.request(resetPassword, { ...form, address });
    } finally {
      // A reset ends all sessions of the account. The interceptor invalidates only for signed-in callers.
      await this.sessions.invalidate(form.email);
    }
  }

  @Route('GET /api/user', accountRoutes.currentUser)
  currentUser(@CurrentUser() user: User): User {
    return user;
  }

  @Route('PUT /api/user', accountRoutes.updateProfile)
  async updateProfile(
    @CurrentUser() user: User,
    @ValidBody(accountRoutes.updateProfile) { name }: BodyOf<typeof accountRoutes.updateProfile>,
  ) {
    return this.bus.request(updateProfile, { userId: user.id, name });
  }

  @Route('PUT /api/user/password', accountRoutes.changePassword)
  async changePassword(
    @CurrentUser() user: User,
    @ValidBody(accountRoutes.changePassword) form: BodyOf<typeof accountRoutes.changePassword>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { message, sessionToken } = await this.bus.request(changePassword, {
      userId: user.id,
      sessionToken: this.cookies.requireSession(request),
      form,
      address,
    });
    if (sessionToken !== undefined) this.cookies.setSession(reply, sessionToken);
    return { message };
  }

  /** Here and not in `BillingController`, so that `InvalidateSessionCacheInterceptor` covers it. */
  @Route('POST /api/user/cancel', billingRoutes.cancelSubscription)
  async cancel(@CurrentUser() user: User) {
    return this.bus.request(cancelSubscription, { userId: user.id }, { timeoutMs: PROVIDER_TIMEOUT_MS });
  }

  @Route('DELETE /api/user', accountRoutes.deleteAccount)
  async deleteAccount(
    @CurrentUser() user: User,
    @ValidBody(accountRoutes.deleteAccount) form: BodyOf<typeof accountRoutes.deleteAccount>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const sessionToken = this.cookies.requireSession(request);
    await this.bus.request(deleteAccount, { userId: user.id, sessionToken, form, address });
    this.cookies.clearSession(reply);
  }
}
