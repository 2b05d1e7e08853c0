import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { checkSession, type InputOf, logIn, logOut, type OutputOf } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { presentUser } from '../accounts/user.presenter.js';
import { AUTH_CONFIG, type AuthConfig } from '../auth.config.js';
import { LogInService } from './log-in.service.js';
import { SessionStore } from './session-store.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly logIns: LogInService,
    private readonly sessions: SessionStore,
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
}
