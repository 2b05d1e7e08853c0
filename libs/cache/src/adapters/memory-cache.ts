import { Cache } from '../cache.js';

/** Of the few seconds that things are remembered, more than one process answers calls in. */
const MOST = 50_000;

interface Remembered {
  readonly value: string;
  /** On the clock of `performance.now()`, which nobody sets. */
  readonly until: number;
}

/** For a single process: in its memory, the oldest forgotten first when there is too much. */
export class MemoryCache extends Cache {
  private readonly entries = new Map<string, Remembered>();

  constructor(private readonly most = MOST) {
    super();
  }

  override get(key: string): Promise<string | null> {
    const entry = this.entries.get(key);
    if (!entry) return Promise.resolve(null);
    if (performance.now() < entry.until) return Promise.resolve(entry.value);
    this.entries.delete(key);
    return Promise.resolve(null);
  }

  override set(key: string, value: string, ttlMs: number): Promise<void> {
    // Removed first, as a map keeps the order in which keys came.
    this.entries.delete(key);
    this.entries.set(key, { value, until: performance.now() + ttlMs });
    this.forgetOldest();
    return Promise.resolve();
  }

  private forgetOldest(): void {
    const now = performance.now();
    for (const [key, { until }] of this.entries) {
      if (until > now && this.entries.size <= this.most) return;
      this.entries.delete(key);
    }
  }
}
