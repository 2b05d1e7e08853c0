import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller, User } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard: who is signed in. */
    user?: User | null;
    /** Set by the session guard: who asks, as the services see it. */
    caller?: Caller;
  }
}

/** Who asks, as the services see it. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!caller) throw new Error('The session guard did not run before this handler');
  return caller;
});

/** The signed-in user; null for a visitor. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): User | null =>
    context.switchToHttp().getRequest<FastifyRequest>().user ?? null,
);
