import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { AppError, type User } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContract } from '@waybill/contracts/http';
import { ROUTE, SKIPS_SESSION } from '../http/access.decorator.js';
import { bearerToken } from '../http/bearer-token.js';
import { clientAddress } from '../http/client-address.js';
import { CookiesService } from '../http/cookies.service.js';
import { isAdministration } from '../http/is-administration.js';
import { tokenAccess } from '../http/token-access.policy.js';
import { SessionCacheService } from './session-cache.service.js';

/** Identifies the caller of every request: an account, an anonymous browser or neither. */
@Injectable()
export class SessionGuard extends AuthGuard('session-cookie') {
  constructor(
    private readonly reflector: Reflector,
    private readonly cookies: CookiesService,
    private readonly sessions: SessionCacheService,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = bearerToken(request.headers);
    const route = this.reflector.get<RouteContract | undefined>(ROUTE, context.getHandler());
    if (!this.skipsSession(context)) {
      if (token === null) await this.resolveSession(request, context);
      // Tokens are ignored below /api/admin: the administration stays hidden from programs.
      else if (!isAdministration(request)) request.user = await this.userOfToken(token, request, route);
    }
    request.caller = {
      userId: request.user?.id ?? null,
      browserId: token === null ? this.cookies.browserId(request) : null,
      address: clientAddress(request),
    };
    if (!request.user && route?.access === 'account') {
      this.cookies.clearStaleSession(request, context.switchToHttp().getResponse<FastifyReply>());
      throw new AppError('auth.required');
    }
    return true;
  }

  private skipsSession(context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(SKIPS_SESSION, [
      context.getHandler(),
      context.getClass(),
    ]);
  }

  /** Skips passport for a call without a session cookie: passport takes more time than a small response. */
  private async resolveSession(request: FastifyRequest, context: ExecutionContext): Promise<void> {
    if (this.cookies.sessionToken(request) === null) request.user = null;
    else await super.canActivate(context);
  }

  /**
   * The user of an access token; null where the call is answered as to the public.
   * @throws AppError `auth.invalid-token`, `auth.outside-scope`
   */
  private async userOfToken(
    token: string,
    request: FastifyRequest,
    route: RouteContract | undefined,
  ): Promise<User | null> {
    const holder = await this.sessions.resolveToken(token);
    if (!holder) throw new AppError('auth.invalid-token');
    request.tokenScopes = holder.scopes;
    return route && tokenAccess(route, holder.scopes) === 'account' ? holder.user : null;
  }

  /** Accepts requests without a session: most routes are open to everyone. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the signature is Nest's
  override handleRequest<T = User | null>(error: unknown, user: User | false): T {
    if (error) throw AppError.from(error);
    return (user || null) as T;
  }
}
