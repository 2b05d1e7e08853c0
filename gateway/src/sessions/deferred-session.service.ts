import { Injectable } from '@nestjs/common';
import { AppError, type Caller, type ErrorCode } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import { bearerToken } from '../http/bearer-token.js';
import { CookiesService } from '../http/cookies.service.js';
import { SessionCacheService } from './session-cache.service.js';

/** Error codes that only strangers get where the first link is off or the virus scan is pending. */
const strangerCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'files.not-found',
  'files.being-scanned',
  'bundles.not-found',
]);

function mayOpenToOwner(error: unknown): boolean {
  return error instanceof AppError && strangerCodes.has((error as AppError).code);
}

/**
 * Resolves the session of a route that skips it (`SkipSession`) only after an error that the owner might not get. Any
 * other response of such a route is the same for every caller. So these routes still work while auth is unavailable. An
 * access token is resolved first, because an unknown one is refused.
 */
@Injectable()
export class DeferredSessionService {
  constructor(
    private readonly cookies: CookiesService,
    private readonly sessions: SessionCacheService,
  ) {}

  /**
   * Sends the request as anonymous, and after such an error again as the signed-in user. With an access token, sends it
   * once, and ignores cookies.
   * @param send sends it for a caller
   * @throws AppError `auth.invalid-token`
   */
  async request<T>(request: FastifyRequest, send: (caller: Caller | undefined) => Promise<T>): Promise<T> {
    const { caller } = request;
    const token = bearerToken(request.headers);
    if (token !== null) return send(caller && (await this.withHolder(caller, token)));
    try {
      return await send(caller);
    } catch (error) {
      const sessionToken = this.cookies.sessionToken(request);
      if (!mayOpenToOwner(error) || sessionToken === null) throw error;
      const user = await this.sessions.resolveUser(sessionToken);
      if (!user || !caller) throw error;
      return send({ ...caller, userId: user.id });
    }
  }

  /** Makes the holder of the token the caller. A token without the scope `read` leaves the caller anonymous. */
  private async withHolder(caller: Caller, token: string): Promise<Caller> {
    const holder = await this.sessions.resolveToken(token);
    if (!holder) throw new AppError('auth.invalid-token');
    return holder.scopes.includes('read') ? { ...caller, userId: holder.user.id } : caller;
  }
}
