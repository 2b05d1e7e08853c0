import { performance } from 'node:perf_hooks';
import { collectAllGarbage } from './collect-all-garbage.js';

const INTERVAL_MS = 2_000;
/** Share of an interval for which the event loop of an idle process works at most: polls and health checks. */
const IDLE = 0.05;
/** Share of an interval after which there is something to collect. */
const BUSY = 0.2;
/** A collection takes 0.1 to 0.2 s, so they are rare. */
const PAUSE_MS = 30_000;

interface IdleCollectorOptions {
  /** Share of the time since the last call for which the event loop worked, from 0 to 1. */
  readonly utilization: () => number;
  readonly collect: () => void;
}

/**
 * Collects all garbage once a process is idle after its start or after work. By itself V8 keeps the young generation as large as
 * the last load needed, and the garbage of a start for as long as nothing else is allocated (docs/benchmarks.md).
 */
export class IdleCollector {
  private hasWorked = true;
  private collectedAt = -Infinity;

  constructor(private readonly options: IdleCollectorOptions) {}

  /** Looks every two seconds, without keeping the process running. */
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
    // The collection itself is no work.
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
