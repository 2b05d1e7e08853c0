import { HealthServer } from './health-server.js';

describe('the health server', () => {
  let components: Record<string, string>;
  let server: HealthServer;
  let address: string;

  beforeEach(async () => {
    components = { database: 'ok' };
    server = new HealthServer();
    address = await server.listen(0, '127.0.0.1');
  });

  afterEach(() => server.close());

  const ask = async (path: string) => {
    const response = await fetch(`${address}${path}`);
    return { status: response.status, body: await response.json() };
  };

  it('is alive but not ready while the process starts', async () => {
    expect(await ask('/readyz')).toEqual({ status: 503, body: { status: 'starting' } });
    expect((await ask('/livez')).status).toBe(200);
  });

  it('is ready while all parts answer', async () => {
    server.watch(() => Promise.resolve(components));
    expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ok', components } });
  });

  it('is alive but not ready while a part is down', async () => {
    server.watch(() => Promise.resolve(components));
    components = { database: 'ok', bus: 'down' };
    expect(await ask('/readyz')).toEqual({ status: 503, body: { status: 'degraded', components } });
    expect((await ask('/livez')).status).toBe(200);
  });

  it('is alive but not ready while the process ends', async () => {
    server.watch(() => Promise.resolve(components));
    server.drain();
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/livez')).status).toBe(200);
  });

  it('answers nothing else', async () => {
    expect((await ask('/api/health')).status).toBe(404);
  });
});
