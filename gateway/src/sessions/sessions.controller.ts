import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { Bus } from '@waybill/bus';
import { claimFiles, logOut, type User } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Cookies } from '../http/cookies.js';
import { PasswordGuard } from './password.guard.js';
import type { OpenedSession } from './password.strategy.js';

@Controller('api')
export class SessionsController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: Cookies,
  ) {}

  @Post('login')
  @HttpCode(200)
  @UseGuards(PasswordGuard)
  async logIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { user, sessionToken } = request.user as unknown as OpenedSession;
    const browserId = this.cookies.browserId(request);
    if (browserId !== null) await this.bus.request(claimFiles, { browserId, userId: user.id });
    this.cookies.setSession(reply, sessionToken);
    return user;
  }

  @Post('logout')
  @HttpCode(204)
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const sessionToken = this.cookies.sessionToken(request);
    if (sessionToken !== null) await this.bus.request(logOut, { sessionToken });
    this.cookies.clearSession(reply);
  }
}
