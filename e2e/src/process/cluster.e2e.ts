import type { AnalyticsReport, User } from '@waybill/contracts';
import { eventually, startMinio, startRabbitMq, startRedis } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { Cluster } from '../support/cluster.js';
import { BackgroundUser } from '../support/background-user.js';
import { downloadSlowly, uploadSlowly } from '../support/slow-client.js';
import { binaryFile, PASSWORD, ApiClient } from '../support/api-client.js';
import { runSmokeFlow } from '../support/smoke-flow.js';

const missing = [startRabbitMq, startRedis, startMinio].flatMap((start) => start.unavailable() ?? []);
for (const reason of missing) process.stderr.write(`Skipped "two of each process": ${reason}\n`);

const mains = ['gateway', 'auth', 'files', 'files worker', 'sharing', 'analytics', 'billing'];

(missing.length === 0 ? describe : describe.skip)('two of each process', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.start({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
  }, 200_000);

  afterAll(() => cluster.stop(), 60_000);

  it('are one Waybill to whoever uses them', () => runSmokeFlow(cluster.url));

  it('know a session wherever it was begun, and forget it together', async () => {
    const here = await ApiClient.signedIn(cluster.addressOf('gateway 1'));
    const there = here.clone(cluster.addressOf('gateway 2'));
    expect((await there.get('/api/user')).status).toBe(200);
    expect((await here.json('POST', '/api/logout')).status).toBe(204);
    expect((await there.get('/api/user')).status).toBe(401);
  });

  it('believe nothing of an account any more, wherever it was changed', async () => {
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

  it('count failed log-ins together', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 25; tries++) {
      const gateway = cluster.addressOf(`gateway ${1 + (tries % 2)}`);
      const guesser = new ApiClient(gateway, { 'x-forwarded-for': '198.51.100.7' });
      const guess = { email: 'nobody@example.com', password: 'a wrong password' };
      statuses.push((await guesser.json('POST', '/api/login', guess)).status);
    }
    // What one account is allowed; replicas that counted alone would allow it twice.
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(15).fill(429)]);
  });

  it('count visits together, and one visit once though its ranges are asked of both', async () => {
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
    await eventually(
      async () => {
        for (const gateway of ['gateway 1', 'gateway 2']) {
          const asking = owner.clone(cluster.addressOf(gateway));
          const { summary } = (await (
            await asking.get(`/api/files/${id}/analytics`)
          ).json()) as AnalyticsReport;
          expect([summary.totalViews, (await asking.file(id)).viewCount]).toEqual([VISITS, VISITS]);
        }
      },
      { timeoutMs: 20_000 },
    );
  });

  it('agree to the moment on when a file expires, whichever was told and whichever is asked', async () => {
    const owner = await ApiClient.signedIn(cluster.addressOf('gateway 1'));
    const id = await owner.upload();
    const end = Date.now() + 3000;
    expect((await owner.settings(id, { deleteAt: new Date(end).toISOString() })).status).toBe(200);
    const askUntilGone = async (gateway: string) => {
      const visitor = new ApiClient(cluster.addressOf(gateway));
      for (let gone = 0; gone < 3;) {
        const begunAt = Date.now();
        const { status } = await visitor.get(`/api/files/${id}/download?disposition=inline`);
        if (Date.now() < end) expect([gateway, status]).toEqual([gateway, 200]);
        if (begunAt >= end) expect([gateway, status]).toEqual([gateway, 410]);
        if (status === 410) gone++;
      }
    };
    await Promise.all(['gateway 1', 'gateway 2'].map(askUntilGone));
    expect(await owner.clone(cluster.addressOf('gateway 2')).files()).toEqual([]);
  });

  it('go on as one while the other is dead', async () => {
    const dying = ['gateway 1', 'files 1', 'auth 2', 'analytics 1', 'files worker 2'];
    await Promise.all(dying.map((member) => cluster.end(member, 'SIGKILL')));
    await runSmokeFlow(cluster.url);
    await Promise.all(dying.map((member) => cluster.isBack(member)));
    await runSmokeFlow(cluster.url);
  });

  it('lose no call, and cut no upload and no download, while each is restarted in turn', async () => {
    const owner = await ApiClient.signedIn(cluster.url);
    const file = binaryFile(4_000_000);
    const id = await owner.upload(file);
    const same = (bytes: Uint8Array, expected = file.bytes) => {
      if (!Buffer.from(bytes).equals(expected)) throw new Error(`${bytes.length} other bytes came`);
    };
    const habits = [
      new BackgroundUser('looks', async () => {
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
    const load = habits.map((habit) => habit.goOn(over.signal));
    try {
      for (const replica of [1, 2]) {
        for (const main of mains) {
          await cluster.end(`${main} ${replica}`, 'SIGTERM');
          await cluster.isBack(`${main} ${replica}`);
        }
      }
    } finally {
      over.abort();
      await Promise.all(load);
    }
    expect(habits.flatMap(({ name, failures }) => failures.map((failure) => [name, failure]))).toEqual([]);
    for (const { done } of habits) expect(done).toBeGreaterThan(2);
    const figures = habits.map(({ name, done }) => `${done} ${name}`).join(', ');
    process.stdout.write(`A restart of ${2 * mains.length} processes, none of these lost: ${figures}.\n`);
  });
});
