import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { AppError, type User } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { Cookies } from '../http/cookies.js';

const REQUIRES_LOGIN = 'requires-login';

/** Only signed-in users get through; others are told to log in (401). */
export const RequiresLogin = () => SetMetadata(REQUIRES_LOGIN, true);

/** Establishes who asks, on every call: an account, an anonymous browser, or neither. */
@Injectable()
export class SessionGuard extends AuthGuard('session-cookie') {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: Cookies,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.caller = {
      userId: request.user?.id ?? null,
      browserId: this.cookies.browserId(request),
      address: request.ip,
    };
    if (!request.user && this.requiresLogin(context)) throw new AppError('auth.required');
    return true;
  }

  /** A visitor is no failure: most calls are open to anyone. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature is Nest's
  override handleRequest<T = User | null>(error: unknown, user: User | false): T {
    if (error) throw AppError.from(error);
    return (user || null) as T;
  }

  private requiresLogin(context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(REQUIRES_LOGIN, [
      context.getHandler(),
      context.getClass(),
    ]);
  }
}
