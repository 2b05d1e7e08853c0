import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { AppError, type User } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUIRES_LOGIN, SKIPS_SESSION } from '../http/access.decorator.js';
import { clientAddress } from '../http/client-address.js';
import { CookiesService } from '../http/cookies.service.js';

/** Identifies the caller of every request: an account, an anonymous browser or neither. */
@Injectable()
export class SessionGuard extends AuthGuard('session-cookie') {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: CookiesService,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.hasMetadata(SKIPS_SESSION, context)) await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.caller = {
      userId: request.user?.id ?? null,
      browserId: this.cookies.browserId(request),
      address: clientAddress(request),
    };
    if (!request.user && this.hasMetadata(REQUIRES_LOGIN, context)) {
      this.cookies.clearStaleSession(request, context.switchToHttp().getResponse<FastifyReply>());
      throw new AppError('auth.required');
    }
    return true;
  }

  /** Accepts requests without a session: most routes are open to everyone. */
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature is Nest's
  override handleRequest<T = User | null>(error: unknown, user: User | false): T {
    if (error) throw AppError.from(error);
    return (user || null) as T;
  }

  private hasMetadata(key: string, context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(key, [context.getHandler(), context.getClass()]);
  }
}
