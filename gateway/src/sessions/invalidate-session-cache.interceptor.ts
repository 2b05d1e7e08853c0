import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { SessionCacheService } from './session-cache.service.js';

const harmless = new Set(['GET', 'HEAD']);

/**
 * After each call by which a person may change the account or end its sessions, and before it is answered, nothing
 * remembered of the account is believed any more. However the call ended: where there was no answer, nobody knows
 * whether it had its effect.
 */
@Injectable()
export class InvalidateSessionCacheInterceptor implements NestInterceptor {
  constructor(private readonly sessions: SessionCacheService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, user } = context.switchToHttp().getRequest<FastifyRequest>();
    // Who has just logged in is not `user` but a session, and has changed nothing.
    if (harmless.has(method) || !user?.email) return next.handle();
    return from(this.doubtAfter(lastValueFrom(next.handle(), { defaultValue: undefined }), user.email));
  }

  private async doubtAfter(answer: Promise<unknown>, email: string): Promise<unknown> {
    try {
      return await answer;
    } finally {
      await this.sessions.invalidate(email);
    }
  }
}
