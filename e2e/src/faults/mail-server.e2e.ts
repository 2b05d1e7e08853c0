import { Cluster } from '../support/cluster.js';
import { describeOnServers } from '../support/real-servers.js';

describeOnServers('start while the mail server is unavailable', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.start({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'post@example.org' }, 1);
  });

  afterAll(() => cluster.stop());

  it('makes every process ready, and reports the mail server as down', async () => {
    for (const name of ['gateway', 'auth', 'files', 'files worker', 'sharing', 'analytics', 'billing']) {
      const ready = await fetch(`${cluster.addressOf(`${name} 1`)}/readyz`);
      expect([name, ready.status]).toEqual([name, 200]);
    }
    const health = await fetch(`${cluster.url}/api/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      components: { mail: 'down', sharing: 'ok', database: 'ok', bus: 'ok' },
    });
  });
});
