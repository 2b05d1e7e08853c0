import { Controller } from '@nestjs/common';
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
import { SecurityLog } from '@waybill/service-kit';
import { LogInService } from './log-in.service.js';
import { SessionService } from './session.service.js';

@Controller()
export class SessionRequests {
  constructor(
    private readonly logIns: LogInService,
    private readonly sessions: SessionService,
    private readonly securityLog: SecurityLog,
  ) {}

  @Handles(logIn)
  logIn(input: InputOf<typeof logIn>): Promise<OutputOf<typeof logIn>> {
    return this.logIns.logIn(input);
  }

  @Handles(logOut)
  async logOut({ sessionToken }: InputOf<typeof logOut>): Promise<OutputOf<typeof logOut>> {
    await this.sessions.revoke(sessionToken);
    return {};
  }

  @Handles(checkSession)
  async check({ sessionToken }: InputOf<typeof checkSession>): Promise<OutputOf<typeof checkSession>> {
    return { user: await this.sessions.findUser(sessionToken) };
  }

  @Handles(listSessions)
  async list({ userId, sessionToken }: InputOf<typeof listSessions>): Promise<OutputOf<typeof listSessions>> {
    return { sessions: await this.sessions.list(userId, sessionToken) };
  }

  @Handles(endSession)
  async end({
    userId,
    sessionId,
    address,
  }: InputOf<typeof endSession>): Promise<OutputOf<typeof endSession>> {
    await this.sessions.revokeById(userId, sessionId);
    this.securityLog.record('session.ended', { accountId: userId, address });
    return {};
  }

  @Handles(endOtherSessions)
  async endOthers({
    userId,
    sessionToken,
    address,
  }: InputOf<typeof endOtherSessions>): Promise<OutputOf<typeof endOtherSessions>> {
    await this.sessions.revokeOthers(userId, sessionToken);
    this.securityLog.record('sessions.ended', { accountId: userId, address });
    return {};
  }
}
