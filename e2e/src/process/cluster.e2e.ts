import type { AnalyticsReport, User } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { Cluster } from '../support/cluster.js';
import { ClusterOnServers } from '../support/cluster-on-servers.js';
import { LOAD_SETTINGS, LOAD_DOMAINS } from '../support/environment.js';
import { describeOnServers } from '../support/real-servers.js';
import { LiveClient } from '../support/live-client.js';
import { BackgroundUser } from '../support/background-user.js';
import { downloadSlowly, uploadSlowly } from '../support/slow-client.js';
import { ApiClient, binaryFile, failure, PASSWORD, signUpForm } from '../support/api-client.js';
import { runSmokeFlow } from '../support/smoke-flow.js';

const mains = ['gateway', 'auth', 'files', 'files worker', 'sharing', 'analytics', 'billing'];

describeOnServers('two processes per service', () => {
  let instance: ClusterOnServers;
  let cluster: Cluster;

  beforeAll(async () => {
    instance = await ClusterOnServers.start(LOAD_SETTINGS);
    ({ cluster } = instance);
  });

  afterAll(() => instance.dispose());

  it('serves the smoke flow', () => runSmokeFlow(cluster.url));

  it('applies a setting in every process that reads it', async () => {
    for (const gateway of ['gateway 1', 'gateway 2']) {
      const person = await ApiClient.signedIn(cluster.addressOf(gateway));
      expect(await (await person.get('/api/config')).json()).toMatchObject({
        signUpDomains: LOAD_DOMAINS,
        plans: { pro: { maxFileSize: Number(LOAD_SETTINGS['PLAN_PRO_MAX_FILE_SIZE']) } },
      });
      const options = await person.fetch('/api/uploads', { method: 'OPTIONS' });
      expect(options.headers.get('tus-max-size')).toBe(LOAD_SETTINGS['PLAN_PRO_MAX_FILE_SIZE']);
      expect((await person.get('/api/docs')).status).toBe(404);
    }
    // RabbitMQ gives the requests to both processes of auth in turn.
    for (let turn = 0; turn < 4; turn++) {
      const form = signUpForm({ email: `${randomUUID()}@elsewhere.example` });
      const refused = await new ApiClient(cluster.url).json('POST', '/api/signup', form);
      expect(await failure(refused)).toMatchObject({ statusCode: 403, code: 'auth.sign-up-domain' });
    }
  });

  it('shares sessions between both gateways and revokes them on both', async () => {
    const here = await ApiClient.signedIn(cluster.addressOf('gateway 1'));
    const there = here.clone(cluster.addressOf('gateway 2'));
    expect((await there.get('/api/user')).status).toBe(200);
    expect((await here.json('POST', '/api/logout')).status).toBe(204);
    expect((await there.get('/api/user')).status).toBe(401);
  });

  it('invalidates cached accounts on both gateways', async () => {
    const here = new ApiClient(cluster.addressOf('gateway 1'));
    const { email } = await here.signUpAndLogIn();
    const elsewhere = new ApiClient(cluster.addressOf('gateway 2'));
    await elsewhere.json('POST', '/api/login', { email, password: PASSWORD });
    const nameThere = async () => ((await (await elsewhere.get('/api/user')).json()) as User).name;
    expect(await nameThere()).toBe('Ada Lovelace');
    expect((await here.json('PUT', '/api/user', { name: 'Augusta King' })).status).toBe(200);
    expect(await nameThere()).toBe('Augusta King');
    const passwords = { current_password: PASSWORD, new_password: `${PASSWORD}, again` };
    expect((await here.json('PUT', '/api/user/password', passwords)).status).toBe(200);
    expect((await elsewhere.get('/api/user')).status).toBe(401);
    expect((await here.get('/api/user')).status).toBe(200);
  });

  it('sends live events at both gateways, and a gateway that was killed loses none', async () => {
    const here = await ApiClient.signedIn(cluster.addressOf('gateway 1'));
    const there = here.clone(cluster.addressOf('gateway 2'));
    const [first, second] = await Promise.all([LiveClient.open(here), LiveClient.open(there)]);
    const id = await there.upload();
    const visit = async (gateway: string) => {
      const visitor = new ApiClient(cluster.addressOf(gateway), { 'user-agent': `Visitor/${randomUUID()}` });
      expect((await visitor.get(`/api/files/${id}/download?visit=${randomUUID()}`)).status).toBe(200);
    };
    await visit('gateway 2');
    const seen = ['upload.finished', 'visit.started'];
    await eventually(() => expect([first.types.slice(0, 2), second.types.slice(0, 2)]).toEqual([seen, seen]));

    const broken = first.ended.catch(() => undefined);
    await cluster.kill('gateway 1', 'SIGKILL');
    await broken;
    await visit('gateway 2');
    await cluster.waitUntilReady('gateway 1');
    const again = await LiveClient.open(here, { 'last-event-id': first.lastEventId });
    await visit('gateway 2');
    const visitsOf = (client: LiveClient) =>
      client.events.flatMap(({ event }) => (event.type === 'visit.started' ? [event.visitId] : []));
    await eventually(() => {
      expect(visitsOf(second)).toHaveLength(3);
      expect([...visitsOf(first), ...visitsOf(again)]).toEqual(visitsOf(second));
    });
    await Promise.all([again.close(), second.close()]);
  });

  it('counts failed log-ins at both gateways in one limit', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 25; tries++) {
      const gateway = cluster.addressOf(`gateway ${1 + (tries % 2)}`);
      const guesser = new ApiClient(gateway, { 'x-forwarded-for': '198.51.100.7' });
      const guess = { email: 'nobody@example.com', password: 'a wrong password' };
      statuses.push((await guesser.json('POST', '/api/login', guess)).status);
    }
    // The limit of one account. Replicas with separate counters would allow twice as many.
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(15).fill(429)]);
  });

  it('counts the range requests of one visit once across gateways', async () => {
    const owner = await ApiClient.signedIn(cluster.url);
    const id = await owner.upload();
    const VISITS = 6;
    for (let turn = 0; turn < VISITS; turn++) {
      const visitor = new ApiClient(cluster.url);
      const path = `/api/files/${id}/download?visit=${randomUUID()}`;
      for (const gateway of [1, 2]) {
        const range = { range: `bytes=${gateway - 1}-${gateway}` };
        const answer = await visitor.clone(cluster.addressOf(`gateway ${gateway}`)).get(path, range);
        expect(answer.status).toBe(206);
        await answer.arrayBuffer();
      }
    }
    await eventually(async () => {
      for (const gateway of ['gateway 1', 'gateway 2']) {
        const reader = owner.clone(cluster.addressOf(gateway));
        const { summary } = (await (
          await reader.get(`/api/files/${id}/analytics`)
        ).json()) as AnalyticsReport;
        expect([summary.totalViews, (await reader.file(id)).viewCount]).toEqual([VISITS, VISITS]);
      }
    });
  });

  it('answers 410 from the same moment on both gateways when a file expires', async () => {
    const owner = await ApiClient.signedIn(cluster.addressOf('gateway 1'));
    const id = await owner.upload();
    const end = await owner.expireSoon(id, 3000);
    const requestUntilExpired = async (gateway: string) => {
      const visitor = new ApiClient(cluster.addressOf(gateway));
      for (let expired = 0; expired < 3;) {
        const begunAt = Date.now();
        const { status } = await visitor.get(`/api/files/${id}/download?disposition=inline`);
        if (Date.now() < end) expect([gateway, status]).toEqual([gateway, 200]);
        if (begunAt >= end) expect([gateway, status]).toEqual([gateway, 410]);
        if (status === 410) expired++;
      }
    };
    await Promise.all(['gateway 1', 'gateway 2'].map(requestUntilExpired));
    expect(await owner.clone(cluster.addressOf('gateway 2')).files()).toEqual([]);
  });

  it('serves the smoke flow while one process per service is killed', async () => {
    const killed = ['gateway 1', 'files 1', 'auth 2', 'analytics 1', 'files worker 2'];
    await Promise.all(killed.map((member) => cluster.kill(member, 'SIGKILL')));
    // A request that RabbitMQ still gave to a killed process is answered 503, because it may have had its effect.
    await eventually(() => runSmokeFlow(cluster.url), { timeoutMs: 10_000 });
    await Promise.all(killed.map((member) => cluster.waitUntilReady(member)));
    await runSmokeFlow(cluster.url);
  });

  it('loses no request and interrupts no transfer during a rolling restart', async () => {
    const owner = await ApiClient.signedIn(cluster.url);
    const file = binaryFile(4_000_000);
    const id = await owner.upload(file);
    const same = (bytes: Uint8Array, expected = file.bytes) => {
      if (!Buffer.from(bytes).equals(expected)) throw new Error(`${bytes.length} other bytes came`);
    };
    const users = [
      new BackgroundUser('reads', async () => {
        for (const path of ['/api/user', '/api/files', `/api/files/${id}`, '/api/promotion/status']) {
          const { status } = await owner.get(path);
          if (status !== 200) throw new Error(`${path} answered ${status}`);
        }
      }),
      new BackgroundUser('uploads', async () => {
        const kept = await owner.upload(binaryFile(1_500_000));
        const { status } = await owner.json('DELETE', `/api/files/${kept}`);
        if (status !== 204) throw new Error(`DELETE answered ${status}`);
      }),
      new BackgroundUser('slow uploads', async () => {
        const { id: kept, bytes } = await uploadSlowly(owner);
        same(await (await owner.get(`/api/files/${kept}/download`)).bytes(), bytes);
      }),
      new BackgroundUser('slow downloads', async () => same(await downloadSlowly(owner, id))),
    ];
    const over = new AbortController();
    const load = users.map((user) => user.runUntil(over.signal));
    try {
      for (const replica of [1, 2]) {
        for (const main of mains) {
          await cluster.kill(`${main} ${replica}`, 'SIGTERM');
          await cluster.waitUntilReady(`${main} ${replica}`);
        }
      }
    } finally {
      over.abort();
      await Promise.all(load);
    }
    expect(
      users.flatMap(({ name, failures }) => failures.map((failure) => [name, inspect(failure)])),
    ).toEqual([]);
    for (const { completed } of users) expect(completed).toBeGreaterThan(2);
    const figures = users.map(({ name, completed }) => `${completed} ${name}`).join(', ');
    process.stdout.write(`Rolling restart of ${2 * mains.length} processes without a failure: ${figures}.\n`);
  });
});
