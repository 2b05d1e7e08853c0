import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { networkTiers } from '@waybill/redis';
import { metrics, settlesWithin } from '@waybill/service-kit';
import {
  type ConcurrencyBound,
  type SlotKind,
  TRAFFIC_LIMITS,
  type TrafficLimits,
  RETRY_AFTER_SECONDS,
  type TransferKind,
} from './traffic.limits.js';

/** Time for transfers to end after the gateway closed their connections, in milliseconds. */
const END_MS = 2_000;

const refused = metrics.counter({
  name: 'waybill_transfers_refused_total',
  help: 'Uploads, downloads and lists of bundles (contents) refused because too many were in progress, in total or for the client network',
  labels: ['kind', 'bound'],
});

/** Counts what is in progress, for this process and for each client network. */
@Injectable()
export class TransferSlotsService implements OnApplicationShutdown {
  private readonly inProgress = new Map<string, number>();
  private readonly transfers = new Set<Promise<unknown>>();

  constructor(@Inject(TRAFFIC_LIMITS) private readonly limits: TrafficLimits) {}

  /**
   * Takes a slot for a transfer, or for the list of a bundle.
   * @returns function that frees it
   * @throws AppError `files.too-many-transfers` or `request.too-many` (contents) if the network has too many,
   *   `server.busy` if all slots are taken
   */
  acquire(kind: SlotKind, address: string): () => void {
    const { total, perNetwork, widePerNetwork } = this.boundOf(kind);
    const limit = { name: kind, points: perNetwork, windowSeconds: 0, widePoints: widePerNetwork };
    const networks = networkTiers(limit, address);
    for (const [{ name, points }, network] of networks) {
      if (this.count(`${name} ${network}`) >= points) throw refusal(kind, 'network');
    }
    if (this.count(kind) >= total) throw refusal(kind, 'total');
    const keys = [kind, ...networks.map(([{ name }, network]) => `${name} ${network}`)];
    for (const key of keys) this.inProgress.set(key, this.count(key) + 1);
    let isFreed = false;
    return () => {
      if (isFreed) return;
      isFreed = true;
      for (const key of keys) this.decrement(key);
    };
  }

  /** Performs a transfer in a slot. @throws AppError of `acquire`, or the transfer's error */
  async during<T>(kind: TransferKind, address: string, transfer: () => Promise<T>): Promise<T> {
    const free = this.acquire(kind, address);
    const running = transfer();
    this.transfers.add(running);
    try {
      return await running;
    } finally {
      this.transfers.delete(running);
      free();
    }
  }

  /** Waits for transfers whose connections were closed: an upload saves the bytes that arrived, and frees its lease. */
  async onApplicationShutdown(): Promise<void> {
    await settlesWithin(END_MS, [...this.transfers]);
  }

  private boundOf(kind: SlotKind): ConcurrencyBound {
    return kind === 'contents' ? this.limits.concurrentContents : this.limits.concurrentTransfers[kind];
  }

  private count(key: string): number {
    return this.inProgress.get(key) ?? 0;
  }

  private decrement(key: string): void {
    const left = this.count(key) - 1;
    if (left > 0) this.inProgress.set(key, left);
    else this.inProgress.delete(key);
  }
}

function refusal(kind: SlotKind, bound: 'network' | 'total'): AppError {
  refused.add({ kind, bound });
  const ofNetwork = kind === 'contents' ? 'request.too-many' : 'files.too-many-transfers';
  const code = bound === 'network' ? ofNetwork : 'server.busy';
  return new AppError(code, undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
