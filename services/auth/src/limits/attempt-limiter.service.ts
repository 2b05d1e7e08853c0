import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { type Limit, type LimitState, networkTiers, RateLimiter } from '@waybill/redis';

/** Rate limits in terms of this service's errors. */
@Injectable()
export class AttemptLimiterService {
  constructor(private readonly limiter: RateLimiter) {}

  /** Consumes a point. @throws AppError `auth.too-many-attempts` */
  async consume(limit: Limit, key: string): Promise<void> {
    refuseIfExceeded(await this.limiter.consume(limit, key));
  }

  /** Consumes a point. @returns whether the key is still within the limit */
  async tryConsume(limit: Limit, key: string): Promise<boolean> {
    return (await this.limiter.consume(limit, key)).allowed;
  }

  /** Consumes no point. @returns whether the key has points left */
  async hasPoints(limit: Limit, key: string): Promise<boolean> {
    return (await this.limiter.peek(limit, key)).allowed;
  }

  /** Gives a point back of an attempt that did not take place. */
  async giveBack(limit: Limit, key: string): Promise<void> {
    await this.limiter.giveBack(limit, key);
  }

  async reset(limit: Limit, key: string): Promise<void> {
    await this.limiter.reset(limit, key);
  }

  /**
   * Consumes a point of the client's network.
   * @returns points that are left
   * @throws AppError `auth.too-many-attempts`
   */
  async consumeForNetwork(limit: Limit, address: string): Promise<number> {
    const state = await this.limiter.consumeForNetwork(limit, address);
    refuseIfExceeded(state);
    return state.remaining;
  }

  /** Consumes no point. @throws AppError `auth.too-many-attempts` */
  async checkForNetwork(limit: Limit, address: string): Promise<void> {
    refuseIfExceeded(await this.limiter.peekForNetwork(limit, address));
  }

  /**
   * Consumes a point of the client's network for an attempt that may not count in the end. A refused one consumes none.
   * @throws AppError `auth.too-many-attempts`
   */
  async holdForNetwork(limit: Limit, address: string): Promise<void> {
    refuseIfExceeded(await this.limiter.holdForNetwork(limit, address));
  }

  /** Gives the point back that `holdForNetwork` consumed. */
  async giveBackForNetwork(limit: Limit, address: string): Promise<void> {
    await this.limiter.giveBackForNetwork(limit, address);
  }

  /** Consumes a point of the client's network. Does not refuse the caller if the limit is exceeded. */
  async countForNetwork(limit: Limit, address: string): Promise<void> {
    await this.limiter.consumeForNetwork(limit, address);
  }

  /** Consumes a point of one account and the client's network together. @throws AppError `auth.too-many-attempts` */
  async consumeForAccountAndNetwork(limit: Limit, emailKey: string, address: string): Promise<void> {
    for (const [tier, network] of networkTiers(limit, address))
      refuseIfExceeded(await this.limiter.consume(tier, accountAndNetwork(emailKey, network)));
  }

  /**
   * Consumes a point of one account and the client's network together.
   * @returns whether they are still within the limit
   */
  async tryConsumeForAccountAndNetwork(limit: Limit, emailKey: string, address: string): Promise<boolean> {
    for (const [tier, network] of networkTiers(limit, address))
      if (!(await this.tryConsume(tier, accountAndNetwork(emailKey, network)))) return false;
    return true;
  }

  /** Gives a point back of an attempt that did not take place. */
  async giveBackForAccountAndNetwork(limit: Limit, emailKey: string, address: string): Promise<void> {
    for (const [tier, network] of networkTiers(limit, address))
      await this.limiter.giveBack(tier, accountAndNetwork(emailKey, network));
  }

  /**
   * Resets the narrowest network only. The wider ones also contain other clients, whose attempts must keep counting.
   */
  async resetForAccountAndNetwork(limit: Limit, emailKey: string, address: string): Promise<void> {
    const [narrowest] = networkTiers(limit, address);
    if (narrowest) await this.limiter.reset(narrowest[0], accountAndNetwork(emailKey, narrowest[1]));
  }
}

function accountAndNetwork(emailKey: string, network: string): string {
  return `${emailKey} ${network}`;
}

function refuseIfExceeded({ allowed, retryAfterSeconds }: LimitState): void {
  if (!allowed) throw new AppError('auth.too-many-attempts', undefined, { retryAfterSeconds });
}
