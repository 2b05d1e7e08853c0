import { AppError } from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import type { TrafficLimits } from './traffic.limits.js';

const ended = metrics.counter({
  name: 'waybill_transfers_too_slow_total',
  help: 'Uploads and downloads that were ended because the client was too slow',
  labels: [],
});

/**
 * Enforces the minimum rate of one transfer, against clients that hold connections by sending or reading as slowly as
 * they can (slowloris). Only time spent waiting for the client counts: a slow store or a lock must not end the transfer
 * of a fast client.
 */
export class TransferPace {
  private readonly minBytes: number;
  private readonly windowMs: number;
  /** Time spent waiting for the client, and bytes moved, in the current window. */
  private waitedMs = 0;
  private bytes = 0;

  constructor({ minBytesPerSecond, paceWindowMs }: TrafficLimits) {
    this.minBytes = (minBytesPerSecond * paceWindowMs) / 1000;
    this.windowMs = paceWindowMs;
  }

  /** Counts bytes that were received or sent. */
  add(bytes: number): void {
    this.bytes += bytes;
  }

  /** Waits until the client sends or reads bytes. @throws AppError `files.too-slow` */
  async waitForClient<T>(move: Promise<T>): Promise<T> {
    if (this.minBytes === 0) return move;
    let startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<never>((_resolve, reject) => {
      const endWindow = () => {
        if (this.bytes < this.minBytes) {
          ended.add({});
          reject(new AppError('files.too-slow'));
          return;
        }
        this.waitedMs = 0;
        this.bytes = 0;
        startedAt = performance.now();
        timer = setTimeout(endWindow, this.windowMs);
      };
      timer = setTimeout(endWindow, Math.max(0, this.windowMs - this.waitedMs));
    });
    try {
      return await Promise.race([move, tooSlow]);
    } finally {
      clearTimeout(timer);
      this.waitedMs += performance.now() - startedAt;
    }
  }
}
