import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  checkSession,
  endOtherSessions,
  endSession,
  type InputOf,
  listSessions,
  logIn,
  logOut,
  type OutputOf,
} from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { presentUser } from '../accounts/user.presenter.js';
import { AUTH_CONFIG, type AuthConfig } from '../auth.config.js';
import { LogInService } from './log-in.service.js';
import { presentSession } from './session.presenter.js';
import { SessionStore } from './session-store.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly logIns: LogInService,
    private readonly sessions: SessionStore,
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
  ) {}

  @Handles(logIn)
  logIn(input: InputOf<typeof logIn>): Promise<OutputOf<typeof logIn>> {
    return this.logIns.logIn(input);
  }

  @Handles(logOut)
  async logOut({ sessionToken }: InputOf<typeof logOut>): Promise<OutputOf<typeof logOut>> {
    await this.sessions.close(sessionToken);
    return {};
  }

  @Handles(checkSession)
  async check({ sessionToken }: InputOf<typeof checkSession>): Promise<OutputOf<typeof checkSession>> {
    const account = await this.sessions.accountOf(sessionToken);
    return { user: account && presentUser(account, this.config.promotion, this.clock.now()) };
  }

  @Handles(listSessions)
  async list({ userId, sessionToken }: InputOf<typeof listSessions>): Promise<OutputOf<typeof listSessions>> {
    const sessions = await this.sessions.listOf(userId);
    return { sessions: sessions.map((session) => presentSession(session, sessionToken)) };
  }

  @Handles(endSession)
  async end({ userId, sessionId }: InputOf<typeof endSession>): Promise<OutputOf<typeof endSession>> {
    await this.sessions.closeOne(userId, sessionId);
    return {};
  }

  @Handles(endOtherSessions)
  async endOthers({
    userId,
    sessionToken,
  }: InputOf<typeof endOtherSessions>): Promise<OutputOf<typeof endOtherSessions>> {
    await this.sessions.closeAll(this.database.manager, userId, sessionToken);
    return {};
  }
}
