import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { isSharedAddress, networkTiers } from '@waybill/redis';
import { MAX_STREAMS, MAX_STREAMS_PER_ACCOUNT, streamsPerNetwork } from './live.limits.js';

const RETRY_AFTER_SECONDS = 30;

/** Bounds the streams of this process, of an account and of a client's network. */
@Injectable()
export class LiveSlotsService {
  private readonly taken = new Map<string, number>();

  /** @returns frees the slot @throws AppError `live.too-many-streams`, `server.busy` */
  acquire(userId: string, address: string): () => void {
    const networks = isSharedAddress(address) ? [] : networkTiers(streamsPerNetwork, address);
    const bounds: [key: string, max: number][] = [
      [`account ${userId}`, MAX_STREAMS_PER_ACCOUNT],
      ...networks.map(([{ name, points }, network]): [string, number] => [`${name} ${network}`, points]),
      ['all', MAX_STREAMS],
    ];
    for (const [key, max] of bounds) {
      if (this.count(key) < max) continue;
      const code = key === 'all' ? 'server.busy' : 'live.too-many-streams';
      throw new AppError(code, undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    for (const [key] of bounds) this.taken.set(key, this.count(key) + 1);
    return () => {
      for (const [key] of bounds) {
        if (this.count(key) > 1) this.taken.set(key, this.count(key) - 1);
        else this.taken.delete(key);
      }
    };
  }

  private count(key: string): number {
    return this.taken.get(key) ?? 0;
  }
}
