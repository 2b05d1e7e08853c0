import { metrics } from '@waybill/service-kit';
import { HealthServer } from './health-server.js';
import { listen } from './listen.js';
import { MetricsServer } from './metrics-server.js';

describe.each([
  ['MetricsServer', () => new MetricsServer()],
  ['HealthServer', () => new HealthServer()],
])('%s', (_name, make) => {
  const server = make();
  let address: string;

  beforeAll(async () => (address = await server.listen(0, '127.0.0.1')));
  afterAll(() => server.close());

  it('serves metrics in the text format of Prometheus', async () => {
    metrics.counter({ name: 'waybill_things_total', help: 'Things', labels: [] }).add({}, 3);
    const answer = await fetch(`${address}/metrics`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toMatch(/^waybill_things_total [36]$/m);
  });

  it('responds with 404 to an unknown path', async () => {
    expect((await fetch(`${address}/`)).status).toBe(404);
  });

  it('fails with an error that names the variable when the port is in use', async () => {
    const port = Number(new URL(address).port);
    const place = { METRICS_PORT: port, METRICS_HOST: '127.0.0.1' };
    await expect(listen(make(), place)).rejects.toThrow(
      `METRICS_PORT: port ${port} on 127.0.0.1 is in use already.`,
    );
  });
});
