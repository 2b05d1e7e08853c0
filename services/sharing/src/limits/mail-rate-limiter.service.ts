import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { type LimitedKey, RateLimiter } from '@waybill/redis';

/** Rate limiter of mails that users send to others. */
@Injectable()
export class MailRateLimiterService {
  constructor(private readonly limiter: RateLimiter) {}

  /**
   * Consumes one point of every counter, or no point if one counter is exhausted.
   * @throws AppError `sharing.too-many-mails`, with the longest wait of all counters
   */
  async consume(counters: readonly LimitedKey[]): Promise<void> {
    const { allowed, retryAfterSeconds } = await this.limiter.consumeAll(counters);
    if (!allowed) throw new AppError('sharing.too-many-mails', undefined, { retryAfterSeconds });
  }
}
