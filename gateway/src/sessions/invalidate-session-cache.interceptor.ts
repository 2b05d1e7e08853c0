import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { SessionCacheService } from './session-cache.service.js';

const safeMethods = new Set(['GET', 'HEAD']);

/**
 * Invalidates the account's cached sessions after every state-changing call of a controller, before its response is
 * sent. It does so for failed calls as well: a request that timed out may have taken effect.
 */
@Injectable()
export class InvalidateSessionCacheInterceptor implements NestInterceptor {
  constructor(private readonly sessions: SessionCacheService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, user } = context.switchToHttp().getRequest<FastifyRequest>();
    if (safeMethods.has(method) || !user) return next.handle();
    const response = lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.invalidateAfter(response, user.email));
  }

  private async invalidateAfter(response: Promise<unknown>, email: string): Promise<unknown> {
    try {
      return await response;
    } finally {
      await this.sessions.invalidate(email);
    }
  }
}
