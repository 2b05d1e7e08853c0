import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { AppError, type User } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.js';
import { CookiesService } from '../http/cookies.service.js';

const REQUIRES_LOGIN = 'requires-login';
const SAME_FOR_EVERYONE = 'same-for-everyone';

/** Only signed-in users get through; others are told to log in (401). */
export const RequiresLogin = () => SetMetadata(REQUIRES_LOGIN, true);

/**
 * The answer is the same whoever asks. So the session is not looked up, and whoever is signed in gets the answer while
 * auth is away, too.
 */
export const SkipSession = () => SetMetadata(SAME_FOR_EVERYONE, true);

/** Establishes who asks, on every call for which it matters: an account, an anonymous browser, or neither. */
@Injectable()
export class SessionGuard extends AuthGuard('session-cookie') {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: CookiesService,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.is(SAME_FOR_EVERYONE, context)) await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.caller = {
      userId: request.user?.id ?? null,
      browserId: this.cookies.browserId(request),
      address: clientAddress(request),
    };
    if (!request.user && this.is(REQUIRES_LOGIN, context)) {
      this.cookies.clearStaleSession(request, context.switchToHttp().getResponse<FastifyReply>());
      throw new AppError('auth.required');
    }
    return true;
  }

  /** A visitor is no failure: most calls are open to anyone. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature is Nest's
  override handleRequest<T = User | null>(error: unknown, user: User | false): T {
    if (error) throw AppError.from(error);
    return (user || null) as T;
  }

  private is(what: string, context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(what, [context.getHandler(), context.getClass()]);
  }
}
