import { type LimitedKey, networkTiers } from './client-network.js';
import type { Limit } from './limit.js';

export interface LimitState {
  readonly allowed: boolean;
  /** Seconds until the next attempt can be allowed; 0 if it is allowed now. */
  readonly retryAfterSeconds: number;
  readonly remaining: number;
}

/**
 * Throttles attempts: counters shared by all replicas.
 *
 * A limit per client network uses the `…ForNetwork` methods with the client's IP address: they count an IPv4 address
 * as one client and an IPv6 address on three tiers (see `networkTiers`), so that the owner of a /48 cannot multiply a
 * limit. A limit per account, file or recipient uses the methods with a key.
 */
export abstract class RateLimiter {
  /** Consumes `points` points of `key`. */
  abstract consume(limit: Limit, key: string, points?: number): Promise<LimitState>;

  /** Returns the state of `key` without consuming a point. */
  abstract peek(limit: Limit, key: string): Promise<LimitState>;

  /** Gives `key` one of its points back. */
  abstract giveBack(limit: Limit, key: string): Promise<void>;

  /** Gives `key` all its points back. */
  abstract reset(limit: Limit, key: string): Promise<void>;

  /**
   * Consumes one point of every counter, or no point if one counter is exhausted. An attempt that loses the last point
   * of a counter to a concurrent one is refused, and consumes points of the others.
   * @returns the longest wait of all counters and the fewest remaining points
   */
  async consumeAll(counters: readonly LimitedKey[]): Promise<LimitState> {
    // Peek first: a refused attempt must not consume points that other clients need.
    const peeked = await this.peekAll(counters);
    if (!peeked.allowed) return peeked;
    return strictestOf(await Promise.all(counters.map((counter) => this.consume(...counter))));
  }

  /**
   * Consumes one point of each counter in their order, and stops at the first that refuses.
   * @returns whether none refused
   */
  async consumeEach(counters: readonly LimitedKey[]): Promise<boolean> {
    for (const counter of counters) {
      if (!(await this.consume(...counter)).allowed) return false;
    }
    return true;
  }

  /** Like `consumeAll`, without consuming points. */
  async peekAll(counters: readonly LimitedKey[]): Promise<LimitState> {
    return strictestOf(await Promise.all(counters.map((counter) => this.peek(...counter))));
  }

  /**
   * Consumes `points` points of each tier of the client's network. Stops at the first tier that refuses, so that
   * refused attempts of one customer consume no points of the wider networks it shares with others.
   */
  async consumeForNetwork(limit: Limit, address: string, points = 1): Promise<LimitState> {
    return this.strictest(limit, address, (tier, network) => this.consume(tier, network, points));
  }

  /**
   * Consumes a point of each tier of the client's network before it is known whether the attempt counts. A refused
   * attempt consumes none. `giveBackForNetwork` gives the point of an attempt back that does not count.
   */
  async holdForNetwork(limit: Limit, address: string): Promise<LimitState> {
    const held: LimitedKey[] = [];
    const state = await this.strictest(limit, address, (tier, network) => {
      held.push([tier, network]);
      return this.consume(tier, network);
    });
    if (!state.allowed) for (const tier of held) await this.giveBack(...tier);
    return state;
  }

  /** Gives each tier of the client's network the point back that `holdForNetwork` consumed. */
  async giveBackForNetwork(limit: Limit, address: string): Promise<void> {
    for (const tier of networkTiers(limit, address)) await this.giveBack(...tier);
  }

  /** Returns the state of the client's network without consuming a point. */
  async peekForNetwork(limit: Limit, address: string): Promise<LimitState> {
    return this.strictest(limit, address, (tier, network) => this.peek(tier, network));
  }

  /**
   * Gives the narrowest network its points back. The wider ones keep their counts, because other clients share
   * them.
   */
  async resetForNetwork(limit: Limit, address: string): Promise<void> {
    const [narrowest] = networkTiers(limit, address);
    if (narrowest) await this.reset(...narrowest);
  }

  private async strictest(
    limit: Limit,
    address: string,
    stateOf: (tier: Limit, network: string) => Promise<LimitState>,
  ): Promise<LimitState> {
    let strictest: LimitState = { allowed: true, retryAfterSeconds: 0, remaining: Infinity };
    for (const [tier, network] of networkTiers(limit, address)) {
      const state = await stateOf(tier, network);
      if (!state.allowed) return state;
      if (state.remaining < strictest.remaining) strictest = state;
    }
    return strictest;
  }
}

function strictestOf(states: readonly LimitState[]): LimitState {
  return {
    allowed: states.every(({ allowed }) => allowed),
    retryAfterSeconds: Math.max(0, ...states.map(({ retryAfterSeconds }) => retryAfterSeconds)),
    remaining: Math.min(...states.map(({ remaining }) => remaining)),
  };
}
