import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller, TokenScope, User } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user. Set by SessionGuard. */
    user?: User | null;
    /** The person behind the request, as services see them. Set by SessionGuard. */
    caller?: Caller;
    /** Scopes of the access token; absent without one. Set by SessionGuard. */
    tokenScopes?: readonly TokenScope[];
  }
}

/** The person behind the request: an account, an anonymous browser or neither, and their address. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('The session guard did not run before this handler');
  return caller;
});

/** The signed-in user; null for anonymous callers. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | null =>
    context.switchToHttp().getRequest<FastifyRequest>().user ?? null,
);

/** Scopes of the access token of the request; null for a request without one. */
export const CurrentTokenScopes = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly TokenScope[] | null =>
    context.switchToHttp().getRequest<FastifyRequest>().tokenScopes ?? null,
);
