import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { type Limit, type LimitState, RateLimiter } from '@waybill/redis';

/** Counts attempts, and refuses once there were too many. */
@Injectable()
export class Attempts {
  constructor(private readonly limiter: RateLimiter) {}

  /** Counts one more. @throws AppError `auth.too-many-attempts` */
  async spend(limit: Limit, key: string): Promise<void> {
    refuse(await this.limiter.consume(limit, key));
  }

  /** Counts nothing. @throws AppError `auth.too-many-attempts` */
  async check(limit: Limit, key: string): Promise<void> {
    refuse(await this.limiter.peek(limit, key));
  }

  /** Counts one more. @returns whether it is within the limit */
  async allows(limit: Limit, key: string): Promise<boolean> {
    return (await this.limiter.consume(limit, key)).allowed;
  }

  async forget(limit: Limit, key: string): Promise<void> {
    await this.limiter.reset(limit, key);
  }
}

function refuse({ allowed, retryAfterSeconds }: LimitState): void {
  if (!allowed) throw new AppError('auth.too-many-attempts', undefined, { retryAfterSeconds });
}
