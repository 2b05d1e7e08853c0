import { Inject, Injectable } from '@nestjs/common';
import { AppError, type Caller, MEBIBYTE } from '@waybill/contracts';
import { type LimitState, RateLimiter } from '@waybill/redis';
import { TRAFFIC_LIMITS, type TrafficLimits, EVERYONE } from './traffic.limits.js';

/**
 * Rate limits of uploads without an account. Every call without a cookie is a new anonymous browser, so plans alone do
 * not bound what a client stores.
 */
@Injectable()
export class AnonymousUploadsService {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(TRAFFIC_LIMITS) private readonly limits: TrafficLimits,
  ) {}

  /**
   * Counts the creation of a resumable upload. Callers without a cookie have a limit of their own, because each such
   * call is a new anonymous browser.
   * @throws AppError `files.too-many-uploads`, `files.too-many-anonymous-uploads`
   */
  async countCreation(caller: Caller): Promise<void> {
    const { cookielessUploads } = this.limits;
    if (caller.userId === null && caller.browserId === null) {
      requireAllowed(await this.limiter.consumeForNetwork(cookielessUploads, caller.address));
    }
    await this.countUpload(caller);
  }

  /** Counts an upload. @throws AppError `files.too-many-uploads`, `files.too-many-anonymous-uploads` */
  async countUpload({ userId, address }: Caller): Promise<void> {
    if (userId !== null) return;
    const { anonymousUploads } = this.limits;
    requireAllowed(await this.limiter.consumeForNetwork(anonymousUploads.perNetwork, address));
    requireAllowed(
      await this.limiter.consume(anonymousUploads.total, EVERYONE),
      'files.too-many-anonymous-uploads',
    );
  }

  /**
   * Checks that bytes are left, before a file is received.
   * @throws AppError `files.too-many-uploads`, `files.too-many-anonymous-uploads`
   */
  async requireBytesLeft({ userId, address }: Caller): Promise<void> {
    if (userId !== null) return;
    const { anonymousMebibytes } = this.limits;
    requireAllowed(await this.limiter.peekForNetwork(anonymousMebibytes.perNetwork, address));
    requireAllowed(
      await this.limiter.peek(anonymousMebibytes.total, EVERYONE),
      'files.too-many-anonymous-uploads',
    );
  }

  /** Counts the bytes that arrived, even of a refused file. A file that began below the limit may exceed it. */
  async countBytes({ userId, address }: Caller, bytes: number): Promise<void> {
    if (userId !== null) return;
    const { anonymousMebibytes } = this.limits;
    const mebibytes = Math.ceil(bytes / MEBIBYTE);
    if (mebibytes === 0) return;
    await this.limiter.consumeForNetwork(anonymousMebibytes.perNetwork, address, mebibytes);
    await this.limiter.consume(anonymousMebibytes.total, EVERYONE, mebibytes);
  }
}

function requireAllowed(
  { allowed, retryAfterSeconds }: LimitState,
  code: 'files.too-many-uploads' | 'files.too-many-anonymous-uploads' = 'files.too-many-uploads',
): void {
  if (!allowed) throw new AppError(code, undefined, { retryAfterSeconds });
}
