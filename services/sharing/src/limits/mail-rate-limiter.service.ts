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
    // Peek first: a refused mail must not consume points of its recipient that other senders need.
    for (const step of ['peek', 'consume'] as const) {
      const states = await Promise.all(counters.map(([limit, key]) => this.limiter[step](limit, key)));
      if (states.every(({ allowed }) => allowed)) continue;
      const retryAfterSeconds = Math.max(...states.map((state) => state.retryAfterSeconds));
      throw new AppError('sharing.too-many-mails', undefined, { retryAfterSeconds });
    }
  }
}
