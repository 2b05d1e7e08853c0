import { Metrics } from './metrics.js';

const options = (name: string) => ({ name, help: 'What it says', labels: ['kind'] as const });

describe('metrics', () => {
  let metrics: Metrics;

  beforeEach(() => (metrics = new Metrics()));

  it('tell what was counted, by label', async () => {
    const count = metrics.counter(options('waybill_things_total'));
    count.add({ kind: 'old' });
    count.add({ kind: 'old' }, 2);
    const text = await metrics.render();
    expect(text).toContain('# HELP waybill_things_total What it says');
    expect(text).toContain('waybill_things_total{kind="old"} 3');
  });

  it('tell how long things took, in seconds', async () => {
    metrics
      .histogram({ ...options('waybill_thing_duration_seconds'), buckets: [0.1, 1] })
      .observe({ kind: 'old' }, 0.5);
    const text = await metrics.render();
    expect(text).toContain('waybill_thing_duration_seconds_bucket{le="0.1",kind="old"} 0');
    expect(text).toContain('waybill_thing_duration_seconds_bucket{le="1",kind="old"} 1');
    expect(text).toContain('waybill_thing_duration_seconds_sum{kind="old"} 0.5');
  });

  it('tell how many there are now', async () => {
    const open = metrics.level(options('waybill_things_open'));
    open.add({ kind: 'old' }, 1);
    open.add({ kind: 'old' }, 1);
    open.add({ kind: 'old' }, -1);
    expect(await metrics.render()).toContain('waybill_things_open{kind="old"} 1');
  });

  it('are the same for all who ask for one of that name', async () => {
    metrics.counter(options('waybill_things_total')).add({ kind: 'old' });
    metrics.counter(options('waybill_things_total')).add({ kind: 'old' });
    expect(await metrics.render()).toContain('waybill_things_total{kind="old"} 2');
  });

  describe('that are read when somebody looks', () => {
    it('come from everyone who knows some of them, until he ends it', async () => {
      const waiting = metrics.gauge(options('waybill_things_waiting'));
      waiting.collect((set) => set({ kind: 'old' }, 1));
      const end = waiting.collect(async (set) => {
        await Promise.resolve();
        set({ kind: 'new' }, 2);
      });
      const text = await metrics.render();
      expect(text).toContain('waybill_things_waiting{kind="old"} 1');
      expect(text).toContain('waybill_things_waiting{kind="new"} 2');
      end();
      expect(await metrics.render()).not.toContain('kind="new"');
    });

    it('are left out when they cannot be read, rather than told as they were', async () => {
      let isWell = true;
      metrics.gauge(options('waybill_things_waiting')).collect((set) => {
        if (!isWell) throw new Error('away');
        set({ kind: 'old' }, 1);
      });
      await metrics.render();
      isWell = false;
      expect(await metrics.render()).not.toContain('kind="old"');
    });

    it('keep nobody waiting', async () => {
      metrics.counter(options('waybill_things_total')).add({ kind: 'old' });
      metrics.gauge(options('waybill_things_waiting')).collect(() => new Promise<void>(() => undefined));
      expect(await metrics.render()).toContain('waybill_things_total{kind="old"} 1');
    });

    it('are looked up once for those who look at once', async () => {
      let looks = 0;
      metrics.gauge(options('waybill_things_waiting')).collect(() => {
        looks++;
      });
      await Promise.all([metrics.render(), metrics.render()]);
      expect(looks).toBe(1);
    });
  });

  it('tell of the process itself when told to', async () => {
    metrics.collectProcessMetrics();
    const text = await metrics.render();
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
