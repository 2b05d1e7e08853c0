import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { type Limit, RateLimiter } from '@waybill/limiter';

/** Counts mails, and refuses once there were too many. */
@Injectable()
export class MailRateLimiterService {
  constructor(private readonly limiter: RateLimiter) {}

  /**
   * Spends a point of each counter, or of none when one of them has none left.
   * @throws AppError `sharing.too-many-mails`, with the longest of their waits
   */
  async consume(counters: ReadonlyArray<readonly [Limit, string]>): Promise<void> {
    // Looked at first: a refused mail must not use up what others may still send to its receiver.
    for (const step of ['peek', 'consume'] as const) {
      const states = await Promise.all(counters.map(([limit, key]) => this.limiter[step](limit, key)));
      if (states.every(({ allowed }) => allowed)) continue;
      const retryAfterSeconds = Math.max(...states.map((state) => state.retryAfterSeconds));
      throw new AppError('sharing.too-many-mails', undefined, { retryAfterSeconds });
    }
  }
}
