import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { AppError, loginSchema, parse } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import type { OpenedSession } from './password.strategy.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that a log-in opened. Set by PasswordGuard. */
    openedSession?: OpenedSession;
  }
}

/** Opens a session with the e-mail address and password of the body, or refuses the call. */
@Injectable()
export class PasswordGuard extends AuthGuard('password') {
  constructor() {
    // Not `user`, which is the account that was signed in before.
    super({ property: 'openedSession' });
  }

  override canActivate(context: ExecutionContext) {
    // Validate first: passport would answer empty fields with an error message of its own.
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.body = parse(loginSchema, request.body ?? {});
    return super.canActivate(context);
  }

  override handleRequest<T = OpenedSession>(error: unknown, session: T | false): T {
    if (error || !session) throw error ? AppError.from(error) : new AppError('auth.invalid-credentials');
    return session;
  }
}
