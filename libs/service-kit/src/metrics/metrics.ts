import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type GaugeCollector, Readers } from './readers.js';

/** Values of a metric's labels. Each takes few values, known beforehand: never an id, a path or an address. */
export type Labels<L extends string> = Readonly<Record<L, string>>;

/** What a metric is called and says. */
export interface MetricOptions<L extends string> {
  /** `waybill_…`, in base units: seconds, bytes; `_total` at the end of what only grows. */
  readonly name: string;
  /** One sentence for whoever looks at it. */
  readonly help: string;
  readonly labels: readonly L[];
}

/** Something that only grows. */
export interface CounterMetric<L extends string> {
  add(labels: Labels<L>, amount?: number): void;
}

/** How long something took. */
export interface HistogramMetric<L extends string> {
  observe(labels: Labels<L>, seconds: number): void;
}

/** Something that rises and falls, as it is told. */
export interface LevelMetric<L extends string> {
  add(labels: Labels<L>, amount: number): void;
}

/** Something that is looked up when somebody asks. */
export interface GaugeMetric<L extends string> {
  /** @returns ends the reading */
  collect(reader: GaugeCollector<L>): () => void;
}

/** From what a cache answers to what nobody waits for. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * What this process tells of itself in numbers. There is one for a process, as that is what the numbers are about;
 * asking for a metric twice gives the same one.
 */
export class Metrics {
  private readonly registry = new Registry();
  private readonly known = new Map<string, unknown>();
  private readonly readers: Readers[] = [];

  /** Media type of what `tell` gives: the text format of Prometheus. */
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  counter<L extends string>(options: MetricOptions<L>): CounterMetric<L> {
    return this.once(options.name, () => {
      const counter = new Counter(this.settings(options));
      return { add: (labels, amount = 1) => counter.inc(labels, amount) };
    });
  }

  /** @param options with the upper bounds of its buckets, in seconds, where 1 ms to 60 s do not fit */
  histogram<L extends string>(
    options: MetricOptions<L> & { readonly buckets?: readonly number[] },
  ): HistogramMetric<L> {
    return this.once(options.name, () => {
      const buckets = [...(options.buckets ?? SECONDS)];
      const histogram = new Histogram({ ...this.settings(options), buckets });
      return { observe: (labels, seconds) => histogram.observe(labels, seconds) };
    });
  }

  level<L extends string>(options: MetricOptions<L>): LevelMetric<L> {
    return this.once(options.name, () => {
      const gauge = new Gauge(this.settings(options));
      return { add: (labels, amount) => gauge.inc(labels, amount) };
    });
  }

  gauge<L extends string>(options: MetricOptions<L>): GaugeMetric<L> {
    return this.once(options.name, () => {
      const readers = new Readers(new Gauge(this.settings<string>(options)));
      this.readers.push(readers);
      return { collect: (reader) => readers.add(reader) };
    });
  }

  /** From now on tells of memory, processor, event loop and open files too, under the names usual for Node.js. */
  collectProcessMetrics(): void {
    this.once('process', () => collectDefaultMetrics({ register: this.registry }));
  }

  /** All there is, of this moment. What cannot be read within two seconds is left out. */
  async render(): Promise<string> {
    await Promise.all(this.readers.map((readers) => readers.readAll()));
    return this.registry.metrics();
  }

  private settings<L extends string>({ name, help, labels }: MetricOptions<L>) {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }

  private once<T>(name: string, make: () => T): T {
    if (!this.known.has(name)) this.known.set(name, make());
    return this.known.get(name) as T;
  }
}

/** Those of this process. */
export const metrics = new Metrics();
