import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from './limit.js';
import { type LimitState, RateLimiter } from './rate-limiter.js';

/** Rate limiter on counters of rate-limiter-flexible, in memory or in Redis. */
export abstract class FlexibleRateLimiter extends RateLimiter {
  private readonly counters = new Map<string, RateLimiterAbstract>();

  async consume(limit: Limit, key: string, points = 1): Promise<LimitState> {
    try {
      const { remainingPoints } = await this.counter(limit).consume(key, points);
      return { allowed: true, retryAfterSeconds: 0, remaining: remainingPoints };
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refused(refusal.msBeforeNext);
      throw refusal;
    }
  }

  async peek(limit: Limit, key: string): Promise<LimitState> {
    const state = await this.counter(limit).get(key);
    const consumed = state?.consumedPoints ?? 0;
    if (!state || consumed < limit.points) {
      return { allowed: true, retryAfterSeconds: 0, remaining: limit.points - consumed };
    }
    // The block starts with the first refused attempt. With no points left, the next attempt would be that one.
    const startsBlock = consumed === limit.points && limit.blockSeconds !== undefined;
    return refused(startsBlock ? limit.blockSeconds * 1000 : state.msBeforeNext);
  }

  async reset(limit: Limit, key: string): Promise<void> {
    await this.counter(limit).delete(key);
  }

  async giveBack(limit: Limit, key: string): Promise<void> {
    const counter = this.counter(limit);
    const consumed = (await counter.get(key))?.consumedPoints ?? 0;
    // Below zero, a counter that expired or was reset meanwhile would allow more than the limit.
    if (consumed > 0) await counter.reward(key);
  }

  /** Creates the counters of one limit. */
  protected abstract countersFor(limit: Limit): RateLimiterAbstract;

  private counter(limit: Limit): RateLimiterAbstract {
    let counter = this.counters.get(limit.name);
    if (!counter) {
      counter = this.countersFor(limit);
      this.counters.set(limit.name, counter);
    }
    return counter;
  }
}

function refused(msBeforeNext: number): LimitState {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)), remaining: 0 };
}
