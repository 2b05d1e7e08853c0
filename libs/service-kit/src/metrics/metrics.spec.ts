import { Metrics } from './metrics.js';

const options = (name: string) => ({ name, help: 'An example', labels: ['kind'] as const });

describe('Metrics', () => {
  let metrics: Metrics;

  beforeEach(() => (metrics = new Metrics()));

  it('renders a counter by label', async () => {
    const counter = metrics.counter(options('waybill_things_total'));
    counter.add({ kind: 'old' });
    counter.add({ kind: 'old' }, 2);
    const text = await metrics.render();
    expect(text).toContain('# HELP waybill_things_total An example');
    expect(text).toContain('waybill_things_total{kind="old"} 3');
  });

  it('renders a histogram of durations in seconds', async () => {
    metrics
      .histogram({ ...options('waybill_thing_duration_seconds'), buckets: [0.1, 1] })
      .observe({ kind: 'old' }, 0.5);
    const text = await metrics.render();
    expect(text).toContain('waybill_thing_duration_seconds_bucket{le="0.1",kind="old"} 0');
    expect(text).toContain('waybill_thing_duration_seconds_bucket{le="1",kind="old"} 1');
    expect(text).toContain('waybill_thing_duration_seconds_sum{kind="old"} 0.5');
  });

  it('returns the same metric for the same name', async () => {
    metrics.counter(options('waybill_things_total')).add({ kind: 'old' });
    metrics.counter(options('waybill_things_total')).add({ kind: 'old' });
    expect(await metrics.render()).toContain('waybill_things_total{kind="old"} 2');
  });

  describe('gauge', () => {
    it('renders the values of all its collectors until they are removed', async () => {
      const waiting = metrics.gauge(options('waybill_things_waiting'));
      waiting.collect((set) => set({ kind: 'old' }, 1));
      const remove = waiting.collect(async (set) => {
        await Promise.resolve();
        set({ kind: 'new' }, 2);
      });
      const text = await metrics.render();
      expect(text).toContain('waybill_things_waiting{kind="old"} 1');
      expect(text).toContain('waybill_things_waiting{kind="new"} 2');
      remove();
      expect(await metrics.render()).not.toContain('kind="new"');
    });

    it('leaves out the value of a collector that fails', async () => {
      let isAvailable = true;
      metrics.gauge(options('waybill_things_waiting')).collect((set) => {
        if (!isAvailable) throw new Error('unavailable');
        set({ kind: 'old' }, 1);
      });
      await metrics.render();
      isAvailable = false;
      expect(await metrics.render()).not.toContain('kind="old"');
    });

    it('delays a scrape by two seconds at most when a collector hangs', async () => {
      metrics.counter(options('waybill_things_total')).add({ kind: 'old' });
      metrics.gauge(options('waybill_things_waiting')).collect(() => new Promise<void>(() => undefined));
      expect(await metrics.render()).toContain('waybill_things_total{kind="old"} 1');
    });

    it('calls a collector once for concurrent scrapes', async () => {
      let calls = 0;
      metrics.gauge(options('waybill_things_waiting')).collect(() => {
        calls++;
      });
      await Promise.all([metrics.render(), metrics.render()]);
      expect(calls).toBe(1);
    });
  });

  it('renders memory and event loop of the process on request', async () => {
    metrics.collectProcessMetrics();
    const text = await metrics.render();
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
