import {
  dropSlowest,
  encodePage,
  type FeedPage,
  LiveStream,
  SharedLookups,
  type StreamAccess,
} from './live-stream.js';

const USER = '0f0e0d0c-0b0a-4908-8706-050403020100';

function page(count: number, from = 1, name = 'offer.pdf'): FeedPage {
  const events = Array.from({ length: count }, (_, n) => ({
    id: String(from + n),
    event: {
      type: 'upload.finished' as const,
      at: '2026-11-22T12:00:00.000Z',
      fileId: USER,
      name,
      mimeType: 'application/pdf',
      size: 1,
      url: 'https://waybill.example/',
    },
  }));
  return { userId: USER, last: String(from + count - 1), hasMore: false, events };
}

const encodedPage = (...of: Parameters<typeof page>) => encodePage(page(...of));

function allowed(isAllowed = () => true): StreamAccess {
  return { key: 'session', isAllowed: () => Promise.resolve(isAllowed()) };
}

function read({ body }: LiveStream): string {
  return String((body.read() as Buffer | null) ?? '');
}

describe('LiveStream', () => {
  it('sends each event once, with its id, and a heartbeat', async () => {
    const stream = new LiveStream(USER, '0', allowed());
    expect(read(stream)).toMatch(/^retry: \d+\nid: 0\n\n$/);
    await stream.deliver(encodedPage(2));
    await stream.deliver(encodedPage(3));
    await stream.beat();
    const text = read(stream);
    expect([...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => id)).toEqual(['1', '2', '3']);
    expect(text).toMatch(/: heartbeat\n\n$/);
    expect(stream.position).toBe('3');
  });

  it('sends heartbeats that a browser can see where it asks for them, the first immediately', async () => {
    const stream = new LiveStream(USER, '4', allowed(), 'event');
    expect(read(stream)).toMatch(/^retry: \d+\nid: 4\n\nevent: heartbeat\ndata: \{"at":"[^"]+"\}\n\n$/);
    await stream.beat();
    expect(read(stream)).toMatch(/^event: heartbeat\ndata: \{"at":"[^"]+Z"\}\n\n$/);
  });

  it('drops a client that reads slower than its events arrive, before they fill the memory', async () => {
    const stream = new LiveStream(USER, '0', allowed());
    stream.body.on('error', () => undefined);
    let most = 0;
    for (let from = 1; from < 10_000 && !stream.body.destroyed; from += 100) {
      await stream.deliver(encodedPage(100, from, 'x'.repeat(100)));
      most = Math.max(most, stream.body.readableLength);
    }
    expect(stream.body.destroyed).toBe(true);
    expect(most).toBeLessThan(300 * 1024);
  });

  it('drops the slowest clients of an account before all of them together fill the memory', async () => {
    const slow = Array.from({ length: 100 }, () => new LiveStream(USER, '0', allowed()));
    const reading = new LiveStream(USER, '0', allowed());
    for (const { body } of slow) body.on('error', () => undefined);
    for (let from = 1; from < 500; from += 100) {
      for (const stream of [...slow, reading]) await stream.deliver(encodedPage(100, from, 'x'.repeat(100)));
      read(reading);
      dropSlowest([...slow, reading]);
    }
    const kept = slow.filter(({ body }) => !body.destroyed);
    const buffered = kept.reduce((sum, { body }) => sum + body.readableLength, 0);
    expect(buffered).toBeLessThan(4.1 * 1024 * 1024);
    expect(kept.length).toBeGreaterThan(10);
    expect(reading.body.destroyed).toBe(false);
  });

  it('a live stream ends when its session has ended, and sends nothing more', async () => {
    let isAllowed = true;
    const stream = new LiveStream(
      USER,
      '0',
      allowed(() => isAllowed),
    );
    isAllowed = false;
    await stream.deliver(encodedPage(1));
    await stream.beat();
    expect(read(stream)).not.toContain('data:');
    expect(stream.body.readableEnded || read(stream) === '').toBe(true);
  });

  it('looks a session up once for all of its streams that get the same events, and anew for the next ones', async () => {
    let lookups = 0;
    const accessOf = (key: string): StreamAccess => ({
      key,
      isAllowed: () => Promise.resolve(++lookups > 0 && key !== 'ended'),
    });
    const streams = ['one', 'one', 'one', 'other', 'ended'].map(
      (key) => new LiveStream(USER, '0', accessOf(key)),
    );
    for (const turn of [1, 2]) {
      const shared = new SharedLookups();
      await Promise.all(streams.map((stream) => stream.deliver(encodedPage(1, turn), shared)));
      expect(lookups).toBe(3 * turn);
    }
    expect(streams.map((stream) => read(stream).match(/^data:/gm)?.length ?? 0)).toEqual([2, 2, 2, 2, 0]);
  });
});
