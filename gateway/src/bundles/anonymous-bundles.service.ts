import { Injectable } from '@nestjs/common';
import { AppError, type Caller, MINUTE_SECONDS } from '@waybill/contracts';
import { type Limit, RateLimiter } from '@waybill/redis';

/** Counts per network: each call without a cookie is a new owner, so a limit per owner could be evaded. */
const creations: Limit = { name: 'anonymous-bundles', points: 60, windowSeconds: 10 * MINUTE_SECONDS };

/** Limits the bundles that a network creates without an account. */
@Injectable()
export class AnonymousBundlesService {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws AppError `request.too-many` */
  async count({ userId, address }: Caller): Promise<void> {
    if (userId !== null) return;
    const { allowed, retryAfterSeconds } = await this.limiter.consumeForNetwork(creations, address);
    if (!allowed) throw new AppError('request.too-many', undefined, { retryAfterSeconds });
  }
}
