import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { User } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { Cookies } from '../http/cookies.js';
import { KnownSessions } from './known-sessions.js';

/** Who the session cookie belongs to; `false`, in passport's words, for nobody. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session-cookie') {
  constructor(
    private readonly sessions: KnownSessions,
    private readonly cookies: Cookies,
  ) {
    super();
  }

  async validate(request: FastifyRequest): Promise<User | false> {
    const sessionToken = this.cookies.sessionToken(request);
    if (sessionToken === null) return false;
    return (await this.sessions.userOf(sessionToken)) ?? false;
  }
}
