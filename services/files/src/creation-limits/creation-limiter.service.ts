import { Injectable } from '@nestjs/common';
import { AppError, type Caller } from '@waybill/contracts';
import { isSharedAddress, type Limit, RateLimiter } from '@waybill/redis';

/** Limits how many links and file requests an owner makes. */
@Injectable()
export class CreationLimiterService {
  constructor(private readonly limiter: RateLimiter) {}

  /**
   * Counts per network without an account: each browser without cookies is a new owner. A browser at an address that
   * many clients share is counted alone.
   * @throws AppError `request.too-many`
   */
  async count(limit: Limit, { userId, browserId, address }: Caller): Promise<void> {
    const isNetwork = userId === null && !isSharedAddress(address);
    const { allowed, retryAfterSeconds } = isNetwork
      ? await this.limiter.consumeForNetwork(limit, address)
      : await this.limiter.consume(limit, userId ?? browserId ?? address);
    if (!allowed) throw new AppError('request.too-many', undefined, { retryAfterSeconds });
  }
}
