import { Injectable } from '@nestjs/common';
import { AppError, type Caller, type ErrorCode } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { CookiesService } from '../http/cookies.service.js';
import { SessionCacheService } from './session-cache.service.js';

/** Error codes for a file or bundle that exists for its owner only, or not at all. */
const hiddenCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['files.not-found', 'bundles.not-found']);

function isHidden(error: unknown): boolean {
  return error instanceof AppError && hiddenCodes.has((error as AppError).code);
}

/**
 * Resolves the session of a route that skips it (`SkipSession`) only after a 404. The response of such a route is the
 * same for every caller, except that a file or bundle whose first link is switched off exists for its owner only. So
 * these routes still work while auth is unavailable.
 */
@Injectable()
export class DeferredSessionService {
  constructor(
    private readonly cookies: CookiesService,
    private readonly sessions: SessionCacheService,
  ) {}

  /** Sends the request as anonymous, and after a 404 again as the signed-in user. @param send sends it for a caller */
  async request<T>(request: FastifyRequest, send: (caller: Caller | undefined) => Promise<T>): Promise<T> {
    const { caller } = request;
    try {
      return await send(caller);
    } catch (error) {
      const sessionToken = this.cookies.sessionToken(request);
      if (!isHidden(error) || sessionToken === null) throw error;
      const user = await this.sessions.resolveUser(sessionToken);
      if (!user || !caller) throw error;
      return send({ ...caller, userId: user.id });
    }
  }
}
