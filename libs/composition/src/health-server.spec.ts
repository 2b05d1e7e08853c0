import { HealthServer } from './health-server.js';

describe('HealthServer', () => {
  let components: Record<string, string>;
  let server: HealthServer;
  let address: string;

  beforeEach(async () => {
    components = { database: 'ok' };
    server = new HealthServer();
    address = await server.listen(0, '127.0.0.1');
  });

  afterEach(() => server.close());

  const get = async (path: string) => {
    const response = await fetch(`${address}${path}`);
    return { status: response.status, body: await response.json() };
  };

  it('a process is live but not ready while it starts', async () => {
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: 'starting' } });
    expect((await get('/livez')).status).toBe(200);
  });

  it('a process is ready while all components are available', async () => {
    server.watch(() => Promise.resolve(components));
    expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ok', components } });
  });

  it('a process is live but not ready while a component is down', async () => {
    server.watch(() => Promise.resolve(components));
    components = { database: 'ok', bus: 'down' };
    expect(await get('/readyz')).toEqual({ status: 503, body: { status: 'degraded', components } });
    expect((await get('/livez')).status).toBe(200);
  });

  it('a process is live but not ready while it shuts down', async () => {
    server.watch(() => Promise.resolve(components));
    server.drain();
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/livez')).status).toBe(200);
  });

  it('responds with 404 to any other path', async () => {
    expect((await get('/api/health')).status).toBe(404);
  });
});
