import type { Gauge } from 'prom-client';
import type { Labels } from './metrics.js';

/** Looks something up and tells each value there is. What it rejects with means that there is none now. */
export type GaugeCollector<L extends string> = (
  set: (labels: Labels<L>, value: number) => void,
) => Promise<void> | void;

/** Whoever asks for metrics does not wait much longer. */
const READ_MS = 2000;

/** Who knows the values of one metric. An old value is worse than none, so each look begins empty. */
export class Readers {
  private readonly readers = new Set<GaugeCollector<string>>();
  private reading: Promise<void> | undefined;

  constructor(private readonly gauge: Gauge) {}

  add(reader: GaugeCollector<string>): () => void {
    this.readers.add(reader);
    return () => void this.readers.delete(reader);
  }

  /** Those who look at once see one look. */
  readAll(): Promise<void> {
    this.reading ??= this.look().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async look(): Promise<void> {
    this.gauge.reset();
    let isOver = false;
    const set = (labels: Labels<string>, value: number) => {
      if (!isOver) this.gauge.set(labels, value);
    };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, READ_MS)));
    const all = [...this.readers].map(async (reader) => reader(set));
    await Promise.race([Promise.allSettled(all), late]);
    clearTimeout(timer);
    isOver = true;
  }
}
