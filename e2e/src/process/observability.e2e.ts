import { eventually, metricIn, pdf, startMinio, startRabbitMq, startRedis } from '@waybill/testing';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Cluster } from '../support/cluster.js';
import { ApiClient } from '../support/api-client.js';
import { Prometheus, prometheusMissing } from '../support/prometheus.js';
import { runSmokeFlow } from '../support/smoke-flow.js';
import { type CollectedSpan, pathOf, TraceCollector } from '../support/trace-collector.js';

const folder = resolve(__dirname, '../../../deploy/observability');

/** The worker makes previews one after the other, each in a process of its own. */
const PREVIEW_MADE = { timeoutMs: 150_000 };

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets?: readonly { expr: string }[] }[];
}

const dashboard = JSON.parse(readFileSync(`${folder}/dashboard.json`, 'utf8')) as Dashboard;
const alerts = readFileSync(`${folder}/alerts.yml`, 'utf8');

/** Queries of the dashboard by panel title. Grafana replaces the interval variable by a few scrape intervals. */
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '30s')] as const),
);

const missing = [startRabbitMq, startRedis, startMinio].flatMap((start) => start.unavailable() ?? []);
for (const reason of missing)
  process.stderr.write(`Skipped "metrics and traces on the cluster": ${reason}\n`);

(missing.length === 0 ? describe : describe.skip)('metrics and traces on the cluster', () => {
  let cluster: Cluster;
  let collector: TraceCollector;

  beforeAll(async () => {
    collector = await TraceCollector.start();
    cluster = await Cluster.start({
      PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    });
  });

  afterAll(async () => {
    collector.stop();
    await cluster.stop();
  });

  const scrape = async (member: string) =>
    (await fetch(`http://${cluster.metrics.get(member)}/metrics`)).text();
  const scrapeAll = async () => (await Promise.all([...cluster.metrics.keys()].map(scrape))).join('\n');

  it('serves metrics of every process, and none at the public address', async () => {
    expect(cluster.metrics.size).toBe(14);
    for (const member of cluster.metrics.keys()) {
      expect(await scrape(member)).toContain('process_resident_memory_bytes');
    }
    for (const address of [cluster.url, cluster.addressOf('gateway 1')]) {
      expect(await (await fetch(`${address}/metrics`)).text()).not.toContain('waybill_');
    }
  });

  it('traces an upload through all processes, including its events and jobs', async () => {
    const since = new Date();
    await new ApiClient(cluster.url).upload({ name: 'paper.pdf', bytes: pdf() });
    const trace = await eventually(() => {
      const spans = collector.traceOf('POST /api/upload', since);
      const names = spans.map(({ service, name }) => `${service}: ${name}`);
      expect(names).toContain('files-worker: job files.make-preview');
      expect(names).toContain('analytics: consume files.file.uploaded');
      return spans;
    }, PREVIEW_MADE);
    const paths = trace.map((span) => pathOf(span, trace).join(' › '));
    const committed =
      'gateway: POST /api/upload › gateway: request files.upload.commit › files: handle files.upload.commit';
    expect(paths).toContain('gateway: POST /api/upload › gateway: storage put');
    expect(paths).toContain(`${committed} › analytics: consume files.file.uploaded`);
    expect(paths).toContain(`${committed} › files-worker: job files.make-preview`);
    expect(paths).toContainEqual(
      expect.stringMatching(/files: handle files\.upload\.commit › files: [A-Z]+ files$/),
    );
    expect(paths).toContainEqual(
      expect.stringMatching(/job files\.make-preview › files-worker: storage get$/),
    );
    expectCompleteTrace(trace);
  });

  it('traces a visit through all processes up to the analytics service', async () => {
    const since = new Date();
    const id = await new ApiClient(cluster.url).upload();
    expect((await new ApiClient(cluster.url).get(`/api/files/${id}/download`)).status).toBe(200);
    const trace = await eventually(() => {
      const spans = collector.traceOf('GET /api/files/:id/download', since);
      expect(spans.map(({ name }) => name)).toContain('consume files.file.accessed');
      return spans;
    });
    const paths = trace.map((span) => pathOf(span, trace).join(' › '));
    const call = 'gateway: GET /api/files/:id/download';
    expect(paths).toContain(`${call} › gateway: request files.access.open › files: handle files.access.open`);
    expect(paths).toContain(`${call} › gateway: storage get`);
    expect(paths).toContain(
      `${call} › gateway: request files.access.record-visit › files: handle files.access.record-visit › analytics: consume files.file.accessed`,
    );
    expectCompleteTrace(trace);
  });

  it('exports every metric that an alert or the dashboard uses', async () => {
    await runSmokeFlow(cluster.url);
    const person = await ApiClient.signedIn(cluster.url);
    const id = await person.upload();
    const share = { recipientEmail: 'grace@example.com', recipientName: 'Grace' };
    expect((await person.json('POST', `/api/share/email/${id}`, share)).status).toBe(202);
    // Removes the external label with the address of the runbooks, because its name looks like a metric.
    const named = [alerts.replaceAll('waybill_runbooks', ''), ...queries.map(([, query]) => query)].join(
      '\n',
    );
    const metrics = new Set(
      [...named.matchAll(/\b(?:waybill|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) =>
        name.replace(/_(bucket|count|sum)$/, ''),
      ),
    );
    expect(metrics.size).toBeGreaterThan(15);
    await eventually(async () => {
      const text = await scrapeAll();
      const missingMetrics = [...metrics].filter((name) => !text.includes(`\n# TYPE ${name} `));
      expect(missingMetrics).toEqual([]);
      expect(text).toMatch(/^waybill_mails_total{outcome="sent"} [1-9]/m);
    });
  });

  it('counts visits and uploads once', async () => {
    const count = async (type: string) => {
      const texts = await Promise.all(['files 1', 'files 2'].map(scrape));
      return texts.reduce((sum, text) => sum + metricIn(text, `waybill_events_total{type="${type}"}`), 0);
    };
    const [files, visits] = [await count('files.file.uploaded'), await count('files.file.accessed')];
    const person = new ApiClient(cluster.url);
    const id = await person.upload();
    await (await person.get(`/api/files/${id}/download`)).text();
    expect(await count('files.file.uploaded')).toBe(files + 1);
    expect(await count('files.file.accessed')).toBe(visits + 1);
  });

  const without = prometheusMissing();
  if (without) process.stderr.write(`Skipped "a real Prometheus answers every panel": ${without}\n`);

  (without ? it.skip : it)(
    'answers every dashboard query in a real Prometheus, without a firing alert',
    async () => {
      const prometheus = await Prometheus.start([...cluster.metrics.values()]);
      try {
        await runSmokeFlow(cluster.url);
        await eventually(
          async () => {
            // A rate needs two scrapes with activity between them.
            await runSmokeFlow(cluster.url);
            for (const [title, query] of queries) {
              const values = await prometheus.query(query);
              expect([title, values.some((value) => value >= 0)]).toEqual([title, true]);
            }
          },
          { timeoutMs: 90_000 },
        );
        expect(await prometheus.query('count(up == 1)')).toEqual([14]);
        expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([]);
      } finally {
        await prometheus.stop();
      }
    },
  );
});

/** Expects one root span, and that the parent of every other span was collected. */
function expectCompleteTrace(trace: readonly CollectedSpan[]): void {
  const known = new Set(trace.map(({ spanId }) => spanId));
  const orphaned = trace.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId));
  expect(orphaned.map(({ service, name }) => `${service}: ${name}`)).toEqual([]);
  expect(trace.filter(({ parentSpanId }) => !parentSpanId)).toHaveLength(1);
}
