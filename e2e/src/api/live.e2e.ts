import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { ADMINISTRATOR, PROMOTION } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { LiveClient } from '../support/live-client.js';
import { startInstance } from '../support/start-instance.js';

describe('GET /api/live', () => {
  let waybill: Instance;
  let owner: ApiClient;
  const opened: LiveClient[] = [];
  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterEach(async () => {
    for (const client of opened.splice(0)) await client.close();
  });
  afterAll(() => waybill.dispose());

  async function watch(who = owner, headers: Record<string, string> = {}, query = ''): Promise<LiveClient> {
    const client = await LiveClient.open(who, headers, query);
    opened.push(client);
    return client;
  }

  const visitor = (userAgent = 'Mozilla/5.0 (Macintosh) Firefox/140.0') =>
    new ApiClient(waybill.url, { 'x-forwarded-for': '8.8.8.8', 'user-agent': userAgent });

  async function visit(id: string, who = visitor()): Promise<(body: object) => Promise<Response>> {
    const key = randomUUID();
    const answer = await who.get(`/api/files/${id}/download?disposition=inline&visit=${key}`);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    return (body) => who.json('POST', `/api/files/${id}/visits/${key}`, body);
  }

  /** All events except ends of visits, which follow a minute later: on a busy machine, during another test. */
  const newsOf = ({ events }: LiveClient) => events.filter(({ event }) => event.type !== 'visit.ended');

  it('sends the owner events of an upload, and of the start, the pages and the end of a visit', async () => {
    const [live, program] = [await watch(), await watch(await owner.program('read'))];
    const id = await owner.upload();
    const report = await visit(id);
    await report({ events: [{ page: 1, ms: 5 }] });
    await report({ events: [], finished: true });
    for (const { events } of [live, program]) {
      await eventually(() => expect(events).toHaveLength(4));
      expect(events.map(({ event }) => event)).toMatchObject([
        { type: 'upload.finished', fileId: id, at: expect.stringMatching(/Z$/) },
        { type: 'visit.started', fileId: id, linkId: id, country: 'United States', os: 'macOS' },
        { type: 'visit.page', fileId: id, page: 1, pageCount: 1 },
        { type: 'visit.ended', fileId: id, pagesSeen: 1, completion: 1 },
      ]);
      expect(new Set(events.map((event) => event.id)).size).toBe(4);
    }
  });

  it('sends the owner an event when a file or bundle changes, also by an administrator', async () => {
    const [live, admin] = [await watch(), new ApiClient(waybill.url)];
    await admin.signUpAndLogIn(ADMINISTRATOR);
    const fileId = await owner.upload();
    const changed = { event: { type: 'file.changed', fileId, at: expect.stringMatching(/Z$/) } };
    await eventually(() => expect(live.events).toHaveLength(1));
    const next = async (answer: Promise<Response>, event: object) => {
      const known = live.events.length;
      expect((await answer).ok).toBe(true);
      await eventually(() => expect(live.events.slice(known)).toMatchObject([event]));
    };
    await next(owner.json('PUT', `/api/files/${fileId}/settings`, { originalName: 'new.txt' }), changed);
    await next(admin.json('POST', `/api/admin/files/${fileId}/takedown`, { reason: 'Fraud' }), changed);
    await next(admin.json('POST', `/api/admin/files/${fileId}/restore`, {}), changed);
    const made = await owner.json('POST', '/api/bundles', { fileIds: [fileId] });
    const { id: bundleId } = (await made.json()) as { id: string };
    await eventually(() => expect(live.events.at(-1)).toMatchObject({ event: { bundleId } }));
    const bundleChanged = { event: { type: 'bundle.changed', bundleId } };
    await next(owner.json('DELETE', `/api/bundles/${bundleId}?keepFiles=true`), bundleChanged);
    await next(owner.json('DELETE', `/api/files/${fileId}`), changed);
  });

  it('live events are readable as they come, also behind a proxy', async () => {
    const response = await owner.fetch('/api/live', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    const { value } = await response.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toMatch(/^retry: \d+\n/);
  });

  it('starts no event for bots, and none for the files of others', async () => {
    const live = await watch();
    const [id, other] = [await owner.upload(), await ApiClient.signedIn(waybill.url)];
    await visit(id, visitor('Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'));
    await visit(await other.upload());
    await visit(id);
    await eventually(() => expect(newsOf(live)).toHaveLength(2));
    expect(newsOf(live)).toMatchObject([
      { event: { type: 'upload.finished', fileId: id } },
      { event: { type: 'visit.started', fileId: id } },
    ]);
  });

  it('loses nothing between two connections that name the last event', async () => {
    const id = await owner.upload();
    const startsAt = (client: LiveClient) =>
      newsOf(client).filter(({ event }) => event.type === 'visit.started' && event.fileId === id);
    const first = await watch();
    await visit(id);
    await eventually(() => expect(startsAt(first)).toHaveLength(1));
    await first.close();
    for (let count = 0; count < 3; count++) await visit(id);
    const second = await watch(owner, { 'last-event-id': first.lastEventId });
    await visit(id);
    await eventually(() => expect(startsAt(second)).toHaveLength(4));
    const replay = await watch(owner, {}, '?lastEventId=0');
    await eventually(() => expect(startsAt(replay)).toEqual([...startsAt(first), ...startsAt(second)]));
    const garbage = await watch(owner, { 'last-event-id': 'garbage' });
    await visit(id);
    await eventually(() => expect(startsAt(garbage)).toHaveLength(1));
  });

  it('gives a stream an event id to resume from before its first event', async () => {
    const early = await watch();
    await eventually(() => expect(early.lastEventId).toMatch(/^\d+$/));
    await early.close();
    const fileId = await owner.upload();
    const late = await watch(owner, { 'last-event-id': early.lastEventId });
    await eventually(() =>
      expect(newsOf(late)).toMatchObject([{ event: { type: 'upload.finished', fileId } }]),
    );
  });

  it('ends the stream with its session, and sends nothing more', async () => {
    const person = await ApiClient.signedIn(waybill.url);
    const twin = person.clone();
    const live = await watch(twin);
    const id = await person.upload();
    await eventually(() => expect(live.types).toEqual(['upload.finished']));
    expect((await twin.json('POST', '/api/logout')).status).toBe(204);
    await visit(id);
    await live.ended;
    expect(live.types).toEqual(['upload.finished']);
  });

  it('refuses strangers, unknown tokens and tokens without the scope', async () => {
    const stranger = await new ApiClient(waybill.url).get('/api/live');
    expect(await failure(stranger)).toMatchObject({ statusCode: 401, code: 'auth.required' });
    const unknown = new ApiClient(waybill.url, { authorization: `Bearer wb_${'x'.repeat(40)}` });
    expect((await unknown.get('/api/live')).status).toBe(401);
    expect((await (await owner.program('upload')).get('/api/live')).status).toBe(403);
  });
});
