import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { type Limit, type LimitState, RateLimiter } from '@waybill/redis';

/** Rate limits in terms of this service's errors. */
@Injectable()
export class AttemptLimiterService {
  constructor(private readonly limiter: RateLimiter) {}

  /** Consumes a point. @throws AppError `auth.too-many-attempts` */
  async consume(limit: Limit, key: string): Promise<void> {
    refuseIfExceeded(await this.limiter.consume(limit, key));
  }

  /** Consumes no point. @throws AppError `auth.too-many-attempts` */
  async check(limit: Limit, key: string): Promise<void> {
    refuseIfExceeded(await this.limiter.peek(limit, key));
  }

  /** Consumes a point. @returns whether the key is still within the limit */
  async tryConsume(limit: Limit, key: string): Promise<boolean> {
    return (await this.limiter.consume(limit, key)).allowed;
  }

  async reset(limit: Limit, key: string): Promise<void> {
    await this.limiter.reset(limit, key);
  }
}

function refuseIfExceeded({ allowed, retryAfterSeconds }: LimitState): void {
  if (!allowed) throw new AppError('auth.too-many-attempts', undefined, { retryAfterSeconds });
}
