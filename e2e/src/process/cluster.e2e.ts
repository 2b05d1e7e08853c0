import { startMinio, startRabbitMq, startRedis } from '@waybill/testing';
import { Cluster } from '../support/cluster.js';
import { Person } from '../support/person.js';
import { tellTheStory } from '../support/story.js';

const missing = [startRabbitMq, startRedis, startMinio].flatMap((start) => start.unavailable() ?? []);
for (const reason of missing) process.stderr.write(`Skipped "two of each process": ${reason}\n`);

(missing.length === 0 ? describe : describe.skip)('two of each process', () => {
  let cluster: Cluster;

  beforeAll(async () => {
    cluster = await Cluster.start({ PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' });
  }, 200_000);

  afterAll(() => cluster.stop(), 60_000);

  it('are one Waybill to whoever uses them', () => tellTheStory(cluster.url));

  it('know a session wherever it was begun, and forget it together', async () => {
    const here = await Person.signedIn(cluster.addressOf('gateway 1'));
    const there = here.clone(cluster.addressOf('gateway 2'));
    expect((await there.get('/api/user')).status).toBe(200);
    expect((await here.json('POST', '/api/logout')).status).toBe(204);
    expect((await there.get('/api/user')).status).toBe(401);
  });

  it('count failed log-ins together', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 25; tries++) {
      const gateway = cluster.addressOf(`gateway ${1 + (tries % 2)}`);
      const guesser = new Person(gateway, { 'x-forwarded-for': '198.51.100.7' });
      const guess = { email: 'nobody@example.com', password: 'a wrong password' };
      statuses.push((await guesser.json('POST', '/api/login', guess)).status);
    }
    // What one account is allowed; replicas that counted alone would allow it twice.
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(15).fill(429)]);
  });

  it('go on as one while the other is dead', async () => {
    const dying = ['gateway 1', 'files 1', 'auth 2', 'analytics 1', 'files worker 2'];
    await Promise.all(dying.map((member) => cluster.end(member, 'SIGKILL')));
    await tellTheStory(cluster.url);
    await Promise.all(dying.map((member) => cluster.isBack(member)));
    await tellTheStory(cluster.url);
  });

  it.each(['gateway 2', 'files 2'])('lose no call while %s is restarted', async (member) => {
    const person = await Person.signedIn(cluster.url);
    const id = await person.upload();
    const back = new AbortController();
    const restart = async () => {
      await cluster.end(member, 'SIGTERM');
      await cluster.isBack(member);
    };
    const restarted = restart().finally(() => back.abort());
    const answers = new Set<string>();
    while (!back.signal.aborted) {
      const answer = await person.get(`/api/files/${id}/download`);
      answers.add(`${answer.status} ${await answer.text()}`);
    }
    await restarted;
    expect([...answers]).toEqual(['200 Hello from Waybill.']);
  });
});
