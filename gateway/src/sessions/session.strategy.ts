import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { User } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { CookiesService } from '../http/cookies.service.js';
import { SessionCacheService } from './session-cache.service.js';

/** Resolves the session cookie to its user. `false` is passport's value for an unauthenticated request. */
@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session-cookie') {
  constructor(
    private readonly sessions: SessionCacheService,
    private readonly cookies: CookiesService,
  ) {
    super();
  }

  async validate(request: FastifyRequest): Promise<User | false> {
    const sessionToken = this.cookies.sessionToken(request);
    if (sessionToken === null) return false;
    return (await this.sessions.resolveUser(sessionToken)) ?? false;
  }
}
