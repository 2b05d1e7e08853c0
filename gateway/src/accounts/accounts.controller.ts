import { Body, Controller, Get, HttpCode, Post, Put, Query, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus';
import {
  AppError,
  type Caller,
  cancelSubscription,
  changePassword,
  changePasswordSchema,
  checkPasswordReset,
  forgotPasswordSchema,
  profileSchema,
  requestPasswordReset,
  resetPassword,
  resetPasswordSchema,
  signUp,
  signUpSchema,
  updateProfile,
  type User,
  verifyEmail,
} from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { Cookies } from '../http/cookies.js';
import { valid } from '../http/valid.pipe.js';
import { RequiresLogin } from '../sessions/session.guard.js';

/** A mailed link's query; a mangled link may lack either part, or carry it twice. */
const mailedLinkSchema = z.object({
  token: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
});
type MailedLink = z.infer<typeof mailedLinkSchema>;

@Controller('api')
export class AccountsController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: Cookies,
  ) {}

  @Post('signup')
  async signUp(
    @Body(valid(signUpSchema)) form: z.infer<typeof signUpSchema>,
    @CurrentCaller() { browserId, address }: Caller,
  ) {
    return this.bus.request(signUp, { form, browserId, address });
  }

  @Get('verify-email')
  async verifyEmail(@Query(valid(mailedLinkSchema)) link: MailedLink) {
    return this.bus.request(verifyEmail, link);
  }

  @Post('forgot-password')
  @HttpCode(200)
  async forgotPassword(
    @Body(valid(forgotPasswordSchema)) { email }: z.infer<typeof forgotPasswordSchema>,
    @CurrentCaller() { address }: Caller,
  ) {
    return this.bus.request(requestPasswordReset, { email, address });
  }

  @Get('reset-password')
  async checkReset(@Query(valid(mailedLinkSchema)) link: MailedLink) {
    return this.bus.request(checkPasswordReset, link);
  }

  @Post('reset-password')
  @HttpCode(200)
  async resetPassword(@Body(valid(resetPasswordSchema)) form: z.infer<typeof resetPasswordSchema>) {
    return this.bus.request(resetPassword, form);
  }

  @Get('user')
  @RequiresLogin()
  currentUser(@CurrentUser() user: User): User {
    return user;
  }

  @Put('user')
  @RequiresLogin()
  async updateProfile(
    @CurrentUser() user: User,
    @Body(valid(profileSchema)) { name }: z.infer<typeof profileSchema>,
  ) {
    return this.bus.request(updateProfile, { userId: user.id, name });
  }

  @Put('user/password')
  @RequiresLogin()
  async changePassword(
    @CurrentUser() user: User,
    @Body(valid(changePasswordSchema)) form: z.infer<typeof changePasswordSchema>,
    @Req() request: FastifyRequest,
  ) {
    const sessionToken = this.cookies.sessionToken(request);
    if (sessionToken === null) throw new AppError('auth.required');
    return this.bus.request(changePassword, { userId: user.id, sessionToken, form });
  }

  @Post('user/cancel')
  @HttpCode(200)
  @RequiresLogin()
  async cancel(@CurrentUser() user: User) {
    return this.bus.request(cancelSubscription, { userId: user.id });
  }
}
