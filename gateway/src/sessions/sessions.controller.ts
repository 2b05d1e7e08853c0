import { Controller, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  endOtherSessions,
  endSession,
  listSessions,
  logOut,
  type SessionView,
  type User,
} from '@waybill/contracts';
import { sessionRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { Route } from '../http/route.decorator.js';
import { PasswordGuard } from './password.guard.js';
import { BrowserSignInService } from './browser-sign-in.service.js';
import { InvalidateSessionCacheInterceptor } from './invalidate-session-cache.interceptor.js';

const sessionIdSchema = sessionRoutes.endSession.params.shape.id;

@Controller()
@UseInterceptors(InvalidateSessionCacheInterceptor)
export class SessionsController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    private readonly signIns: BrowserSignInService,
  ) {}

  @Route('POST /api/login', sessionRoutes.logIn)
  @UseGuards(PasswordGuard)
  async logIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const { openedSession } = request;
    if (!openedSession) throw new Error('The password guard did not run before this handler');
    return this.signIns.signIn(request, reply, openedSession);
  }

  @Route('POST /api/logout', sessionRoutes.logOut)
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const sessionToken = this.cookies.sessionToken(request);
    if (sessionToken !== null) await this.bus.request(logOut, { sessionToken });
    this.cookies.clearSession(reply);
  }

  @Route('GET /api/user/sessions', sessionRoutes.listSessions)
  async list(@CurrentUser() user: User, @Req() request: FastifyRequest): Promise<SessionView[]> {
    const { sessions } = await this.bus.request(listSessions, {
      userId: user.id,
      sessionToken: this.cookies.requireSession(request),
    });
    return sessions;
  }

  @Route('DELETE /api/user/sessions/{id}', sessionRoutes.endSession)
  async end(
    @CurrentUser() user: User,
    @Param('id') id: string,
    @CurrentCaller() { address }: Caller,
  ): Promise<void> {
    const { data: sessionId } = sessionIdSchema.safeParse(id);
    if (sessionId === undefined) throw new AppError('request.not-found');
    await this.bus.request(endSession, { userId: user.id, sessionId, address });
  }

  /** Ends all sessions but the caller's own. */
  @Route('DELETE /api/user/sessions', sessionRoutes.endOtherSessions)
  async endOthers(
    @CurrentUser() user: User,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.bus.request(endOtherSessions, {
      userId: user.id,
      sessionToken: this.cookies.requireSession(request),
      address,
    });
  }
}
