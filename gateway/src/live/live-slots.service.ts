import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { isSharedAddress, networkTiers } from '@waybill/redis';
import { MAX_STREAMS, MAX_STREAMS_PER_ACCOUNT, streamsPerNetwork } from './live.limits.js';

const RETRY_AFTER_SECONDS = 30;

/** A stream that is open or about to be. */
interface Slot {
  readonly userId: string;
  /** Counters that this stream is part of: of its account, of its networks and of all. */
  readonly keys: readonly string[];
  readonly end: () => void;
}

/**
 * Bounds the streams of this process, of an account and of a client's network. When the process is full, the account
 * with the most streams gives one up to an account with fewer, so that a few accounts cannot keep all others out.
 */
@Injectable()
export class LiveSlotsService {
  private readonly taken = new Map<string, number>();
  private readonly slots = new Map<string, Set<Slot>>();

  /**
   * @param end called to end the stream when its slot is given to another account
   * @returns function that frees the slot
   * @throws AppError `live.too-many-streams`, `server.busy`
   */
  acquire(userId: string, address: string, end: () => void): () => void {
    const networks = isSharedAddress(address) ? [] : networkTiers(streamsPerNetwork, address);
    const bounds: [key: string, max: number][] = [
      [`account ${userId}`, MAX_STREAMS_PER_ACCOUNT],
      ...networks.map(([{ name, points }, network]): [string, number] => [`${name} ${network}`, points]),
    ];
    if (bounds.some(([key, max]) => this.count(key) >= max)) throw refusal('live.too-many-streams');
    if (this.count('all') >= MAX_STREAMS) this.makeRoomFor(userId);
    const slot: Slot = { userId, keys: [...bounds.map(([key]) => key), 'all'], end };
    for (const key of slot.keys) this.taken.set(key, this.count(key) + 1);
    const own = this.slots.get(userId) ?? new Set();
    this.slots.set(userId, own.add(slot));
    return () => this.free(slot);
  }

  /** @throws AppError `server.busy` when no account has two streams more than this one */
  private makeRoomFor(userId: string): void {
    let most: Set<Slot> | undefined;
    for (const slots of this.slots.values()) if (slots.size > (most?.size ?? 0)) most = slots;
    const [oldest] = most ?? [];
    if (!most || !oldest || most.size <= this.count(`account ${userId}`) + 1) throw refusal('server.busy');
    this.free(oldest);
    oldest.end();
  }

  private free(slot: Slot): void {
    const own = this.slots.get(slot.userId);
    if (!own?.delete(slot)) return;
    if (own.size === 0) this.slots.delete(slot.userId);
    for (const key of slot.keys) {
      if (this.count(key) > 1) this.taken.set(key, this.count(key) - 1);
      else this.taken.delete(key);
    }
  }

  private count(key: string): number {
    return this.taken.get(key) ?? 0;
  }
}

function refusal(code: 'live.too-many-streams' | 'server.busy'): AppError {
  return new AppError(code, undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
