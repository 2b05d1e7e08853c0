import { performance } from 'node:perf_hooks';
import { collectAllGarbage } from './collect-all-garbage.js';

const INTERVAL_MS = 2_000;
/** Maximum event-loop utilization of an idle process, which still polls and answers health checks. */
const IDLE = 0.05;
/** Event-loop utilization above which a process has worked, so that there is garbage to collect. */
const BUSY = 0.2;
/** Minimum time between two collections, because each blocks the event loop for 0.1 to 0.2 s. */
const PAUSE_MS = 30_000;

interface IdleCollectorOptions {
  /** Share of the time since the last call for which the event loop worked, from 0 to 1. */
  readonly utilization: () => number;
  readonly collect: () => void;
}

/**
 * Collects all garbage once a process is idle after its start or after work. V8 alone keeps the young generation as
 * large as the last load needed, and the garbage of a start for as long as nothing else is allocated
 * (docs/benchmarks.md).
 */
export class IdleCollector {
  private hasWorked = true;
  private collectedAt = -Infinity;

  constructor(private readonly options: IdleCollectorOptions) {}

  /** Checks every two seconds, without keeping the process running. */
  start(): void {
    setInterval(() => this.look(), INTERVAL_MS).unref();
  }

  private look(): void {
    const utilization = this.options.utilization();
    if (utilization > BUSY) this.hasWorked = true;
    const now = Date.now();
    if (!this.hasWorked || utilization > IDLE || now - this.collectedAt < PAUSE_MS) return;
    this.hasWorked = false;
    this.collectedAt = now;
    this.options.collect();
    // Reset the measurement, so that the collection itself does not count as work.
    this.options.utilization();
  }
}

/** Starts the collector of this process. */
export function collectWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  const utilization = (): number => {
    const now = performance.eventLoopUtilization();
    const since = performance.eventLoopUtilization(now, last);
    last = now;
    return since.utilization;
  };
  new IdleCollector({ utilization, collect: collectAllGarbage }).start();
}
