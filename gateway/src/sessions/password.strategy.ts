import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Bus } from '@waybill/bus/client';
import { type Login, logIn, type OutputOf } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-local';
import { BrowserSignInService } from './browser-sign-in.service.js';

export type OpenedSession = OutputOf<typeof logIn>;

/** Requests a session from auth for an e-mail address and its password. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(
    private readonly bus: Bus,
    private readonly signIns: BrowserSignInService,
  ) {
    super({ usernameField: 'email', passReqToCallback: true, session: false });
  }

  async validate(request: FastifyRequest, email: string, password: string): Promise<OpenedSession> {
    return this.bus.request(logIn, {
      form: { email, password, code: (request.body as Login).code },
      ...this.signIns.clientOf(request),
    });
  }
}
