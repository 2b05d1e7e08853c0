import { Controller, Req, Res, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  cancelSubscription,
  changePassword,
  checkPasswordReset,
  deleteAccount,
  PROVIDER_PATIENCE_MS,
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
import { Cookies } from '../http/cookies.js';
import { Asked, type AskedOf, Sent, type SentTo } from '../http/sent.decorator.js';
import { Serves } from '../http/serves.decorator.js';
import { DoubtInterceptor } from '../sessions/doubt.interceptor.js';
import { KnownSessions } from '../sessions/known-sessions.js';

@Controller()
@UseInterceptors(DoubtInterceptor)
export class AccountsController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: Cookies,
    private readonly sessions: KnownSessions,
  ) {}

  @Serves(accountRoutes.signUp)
  async signUp(
    @Sent(accountRoutes.signUp) form: SentTo<typeof accountRoutes.signUp>,
    @CurrentCaller() { browserId, address }: Caller,
  ) {
    return this.bus.request(signUp, { form, browserId, address });
  }

  @Serves(accountRoutes.verifyEmail)
  async verifyEmail(@Asked(accountRoutes.verifyEmail) link: AskedOf<typeof accountRoutes.verifyEmail>) {
    return this.bus.request(verifyEmail, link);
  }

  @Serves(accountRoutes.forgotPassword)
  async forgotPassword(
    @Sent(accountRoutes.forgotPassword) { email }: SentTo<typeof accountRoutes.forgotPassword>,
    @CurrentCaller() { address }: Caller,
  ) {
    return this.bus.request(requestPasswordReset, { email, address });
  }

  @Serves(accountRoutes.checkPasswordReset)
  async checkReset(
    @Asked(accountRoutes.checkPasswordReset) link: AskedOf<typeof accountRoutes.checkPasswordReset>,
  ) {
    return this.bus.request(checkPasswordReset, link);
  }

  @Serves(accountRoutes.resetPassword)
  async resetPassword(@Sent(accountRoutes.resetPassword) form: SentTo<typeof accountRoutes.resetPassword>) {
    try {
      return await this.bus.request(resetPassword, form);
    } finally {
      // Whoever resets a password is signed in nowhere; those who are, are no more.
      await this.sessions.doubt(form.email);
    }
  }

  @Serves(accountRoutes.currentUser)
  currentUser(@CurrentUser() user: User): User {
    return user;
  }

  @Serves(accountRoutes.updateProfile)
  async updateProfile(
    @CurrentUser() user: User,
    @Sent(accountRoutes.updateProfile) { name }: SentTo<typeof accountRoutes.updateProfile>,
  ) {
    return this.bus.request(updateProfile, { userId: user.id, name });
  }

  @Serves(accountRoutes.changePassword)
  async changePassword(
    @CurrentUser() user: User,
    @Sent(accountRoutes.changePassword) form: SentTo<typeof accountRoutes.changePassword>,
    @Req() request: FastifyRequest,
  ) {
    const sessionToken = this.requireSession(request);
    return this.bus.request(changePassword, { userId: user.id, sessionToken, form });
  }

  @Serves(billingRoutes.cancelSubscription)
  async cancel(@CurrentUser() user: User) {
    return this.bus.request(cancelSubscription, { userId: user.id }, { timeoutMs: PROVIDER_PATIENCE_MS });
  }
  @Serves(accountRoutes.deleteAccount)
  async deleteAccount(
    @CurrentUser() user: User,
    @Sent(accountRoutes.deleteAccount) form: SentTo<typeof accountRoutes.deleteAccount>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const sessionToken = this.requireSession(request);
    await this.bus.request(deleteAccount, { userId: user.id, sessionToken, form });
    this.cookies.clearSession(reply);
  }

  private requireSession(request: FastifyRequest): string {
    const sessionToken = this.cookies.sessionToken(request);
    if (sessionToken === null) throw new AppError('auth.required');
    return sessionToken;
  }
}
