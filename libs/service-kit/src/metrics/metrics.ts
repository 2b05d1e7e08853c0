import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { singleFlight } from '../single-flight.js';
import { settlesWithin } from '../time/with-timeout.js';

/** Values of a metric's labels. Each label has few values, known beforehand: never an id, a path or an address. */
export type Labels<L extends string> = Readonly<Record<L, string>>;

export interface MetricOptions<L extends string> {
  /** `waybill_…` in base units (seconds, bytes); a counter ends with `_total`. */
  readonly name: string;
  /** One sentence for the operator. */
  readonly help: string;
  readonly labels: readonly L[];
}

export interface CounterMetric<L extends string> {
  add(labels: Labels<L>, amount?: number): void;
}

export interface HistogramMetric<L extends string> {
  observe(labels: Labels<L>, seconds: number): void;
}

/** Sets the current values of a gauge at the time of a scrape. A collector that rejects sets no further values. */
export type GaugeCollector<L extends string> = (
  set: (labels: Labels<L>, value: number) => void,
) => Promise<void> | void;

/** Values that are looked up at the time of a scrape. */
export interface GaugeMetric<L extends string> {
  /** @returns a function that removes the collector */
  collect(collector: GaugeCollector<L>): () => void;
}

/** Buckets in seconds, from a cache hit to a background job. */
const DEFAULT_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/** Time limit of the collectors. Prometheus gives up on a scrape after ten seconds by default. */
const COLLECT_TIMEOUT_MS = 2000;

/** The metrics of a process. Creating a metric of the same name twice returns the same one. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly created = new Map<string, unknown>();

  /** Media type of `render`: the text format of Prometheus. */
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  counter<L extends string>(options: MetricOptions<L>): CounterMetric<L> {
    return this.once(options.name, () => {
      const counter = new Counter(this.settings(options));
      return { add: (labels, amount = 1) => counter.inc(labels, amount) };
    });
  }

  /** @param options `buckets`: upper bounds in seconds; 1 ms to 60 s when left out */
  histogram<L extends string>(
    options: MetricOptions<L> & { readonly buckets?: readonly number[] },
  ): HistogramMetric<L> {
    return this.once(options.name, () => {
      const buckets = [...(options.buckets ?? DEFAULT_BUCKETS_SECONDS)];
      const histogram = new Histogram({ ...this.settings(options), buckets });
      return { observe: (labels, seconds) => histogram.observe(labels, seconds) };
    });
  }

  /** Creates a gauge. A scrape leaves out each value that no collector set for it: an old value would mislead. */
  gauge<L extends string>(options: MetricOptions<L>): GaugeMetric<L> {
    return this.once(options.name, () => {
      const collectors = new Set<GaugeCollector<L>>();
      const gauge: Gauge = new Gauge({
        ...this.settings(options),
        collect: () => collectAll(gauge, collectors),
      });
      return {
        collect: (collector) => {
          collectors.add(collector);
          return () => void collectors.delete(collector);
        },
      };
    });
  }

  /** Adds memory, CPU, event loop and open files of the process, under the usual names of Node.js. */
  collectProcessMetrics(): void {
    this.once('process', () => collectDefaultMetrics({ register: this.registry }));
  }

  /** Renders all metrics. Concurrent scrapes share one result. Collectors have two seconds. */
  readonly render = singleFlight(() => this.registry.metrics());

  private settings<L extends string>({ name, help, labels }: MetricOptions<L>) {
    return { name, help, labelNames: [...labels], registers: [this.registry] };
  }

  private once<T>(name: string, create: () => T): T {
    if (!this.created.has(name)) this.created.set(name, create());
    return this.created.get(name) as T;
  }
}

async function collectAll<L extends string>(
  gauge: Gauge,
  collectors: Iterable<GaugeCollector<L>>,
): Promise<void> {
  gauge.reset();
  let isOver = false;
  const set = (labels: Labels<L>, value: number) => {
    if (!isOver) gauge.set(labels, value);
  };
  await settlesWithin(
    COLLECT_TIMEOUT_MS,
    [...collectors].map(async (collector) => collector(set)),
  );
  isOver = true;
}

/** The metrics of this process. */
export const metrics = new Metrics();
