import type { Bus } from '@waybill/bus/client';
import type { InputOf, readLiveEvents } from '@waybill/contracts';
import { Signals } from '@waybill/redis';
import { createLogger } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveFeedService } from './live-feed.service.js';
import type { FeedPage, LiveStream } from './live-stream.js';

const USER = '0f0e0d0c-0b0a-4908-8706-050403020100';

const ALLOWED = { key: 'session', isAllowed: () => Promise.resolve(true) };

class ManualSignals extends Signals {
  receive: (message: string) => void = () => undefined;
  override send = () => Promise.resolve();
  override close = () => Promise.resolve();
  override listen(_topic: string, listener: (message: string) => void) {
    this.receive = listener;
    return Promise.resolve(() => undefined);
  }
}

describe('LiveFeedService', () => {
  it.each([...Array(20).keys()])(
    'reads again for a signal that arrives while a reading ends, %j promises after its answer',
    async (steps) => {
      const signals = new ManualSignals();
      let reads = 0;
      const request = async (_contract: unknown, { feeds }: InputOf<typeof readLiveEvents>) => {
        reads++;
        if (reads === 3) void later(steps, () => signals.receive(USER));
        await Promise.resolve();
        return { feeds: feeds.map(({ userId }) => ({ userId, last: '1', hasMore: false, events: [] })) };
      };
      const feed = new LiveFeedService(
        { request } as unknown as Bus,
        signals,
        createLogger('test', 'silent'),
      );
      await feed.onModuleInit();
      // One reading before the stream is open, and one after it.
      await feed.open(USER, null, ALLOWED, 'comment');
      await eventually(() => expect(reads).toBe(2));
      signals.receive(USER);
      await eventually(() => expect(reads).toBe(4));
      feed.onModuleDestroy();
    },
  );

  it('sends a client every event since its last one, also when others are ahead of it while its stream opens', async () => {
    const signals = new ManualSignals();
    let newest = 1;
    let isHeld = false;
    const held: (() => void)[] = [];
    /** Reads the events when the request arrives. While `isHeld`, holds the reply back until it is released. */
    const request = async (_contract: unknown, { feeds }: InputOf<typeof readLiveEvents>) => {
      const pages = feeds.map(({ userId, after }) => pageAfter(userId, Number(after), newest));
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return { feeds: pages };
    };
    const feed = new LiveFeedService({ request } as unknown as Bus, signals, createLogger('test', 'silent'));
    await feed.onModuleInit();
    const ahead = await feed.open(USER, '1', ALLOWED, 'comment');
    await sleep(5);
    isHeld = true;
    const opening = feed.open(USER, '1', ALLOWED, 'comment');
    isHeld = false;
    newest = 2;
    signals.receive(USER);
    await sleep(5);
    isHeld = true;
    newest = 3;
    signals.receive(USER);
    await sleep(5);
    isHeld = false;
    held.shift()?.();
    const opened = await opening;
    held.shift()?.();
    await sleep(5);
    expect([idsIn(ahead), idsIn(opened)]).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
    feed.onModuleDestroy();
  });

  it('ends a stream that was opening when the process began to shut down, so that its client reconnects', async () => {
    const request = (_contract: unknown, { feeds }: InputOf<typeof readLiveEvents>) =>
      Promise.resolve({ feeds: feeds.map(({ userId }) => pageAfter(userId, 0, 0)) });
    const feed = new LiveFeedService(
      { request } as unknown as Bus,
      new ManualSignals(),
      createLogger('test', 'silent'),
    );
    await feed.onModuleInit();
    const opening = feed.open(USER, null, ALLOWED, 'comment');
    feed.onModuleDestroy();
    const stream = await opening;
    expect(stream.isOpen).toBe(false);
    expect(await text(stream.body)).toMatch(/^retry: \d+\nid: 0\n\n$/);
  });

  it('reads nothing more for a client that does not read and whose session has ended', async () => {
    const signals = new ManualSignals();
    let reads = 0;
    // Reads have no end: the position of a stream that does not advance is always behind.
    const request = (_contract: unknown, { feeds }: InputOf<typeof readLiveEvents>) => {
      if (++reads > 100) throw new Error('Read again and again');
      const pages = feeds.map(({ userId, after }) => pageAfter(userId, Number(after ?? 0), reads));
      return Promise.resolve({ feeds: pages.map((page) => ({ ...page, hasMore: reads > 2 })) });
    };
    const feed = new LiveFeedService({ request } as unknown as Bus, signals, createLogger('test', 'silent'));
    await feed.onModuleInit();
    const access = { key: 'session', isAllowed: jest.fn().mockResolvedValue(true) };
    const stream = await feed.open(USER, '0', access, 'comment');
    await sleep(5);
    access.isAllowed.mockResolvedValue(false);
    signals.receive(USER);
    await sleep(20);
    expect(stream.isOpen).toBe(false);
    expect(stream.body.closed).toBe(false);
    expect(reads).toBeLessThan(10);
    feed.onModuleDestroy();
  });

  it('sends each stream one heartbeat in 15 seconds, and never those of all streams at once', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const request = (_contract: unknown, { feeds }: InputOf<typeof readLiveEvents>) =>
      Promise.resolve({
        feeds: feeds.map(({ userId }) => ({ userId, last: '1', hasMore: false, events: [] })),
      });
    const feed = new LiveFeedService(
      { request } as unknown as Bus,
      new ManualSignals(),
      createLogger('test', 'silent'),
    );
    await feed.onModuleInit();
    const streams = await Promise.all(
      Array.from({ length: 120 }, () => feed.open(USER, null, ALLOWED, 'comment')),
    );
    const beats = streams.map(() => 0);
    const perTick: number[] = [];
    for (let tick = 0; tick < 120; tick++) {
      await jest.advanceTimersByTimeAsync(250);
      const now = streams.map(({ body }) => String(body.read() ?? '').split(': heartbeat').length - 1);
      now.forEach((count, index) => (beats[index] = (beats[index] ?? 0) + count));
      perTick.push(now.reduce((sum, count) => sum + count, 0));
    }
    expect(beats).toEqual(streams.map(() => 2));
    expect(Math.max(...perTick)).toBe(2);
    feed.onModuleDestroy();
    jest.useRealTimers();
  });
});

function pageAfter(userId: string, after: number, newest: number): FeedPage {
  const ids = Array.from({ length: newest - after }, (_, index) => String(after + index + 1));
  const events = ids.map((id) => ({ id, event: {} as FeedPage['events'][number]['event'] }));
  return { userId, last: String(newest), hasMore: false, events };
}

/** The id that a stream begins with, and those of its events. */
function idsIn({ body }: LiveStream): string[] {
  return [...String(body.read()).matchAll(/^id: (\d+)$/gm)].map(([, id]) => id ?? '');
}

async function later(steps: number, call: () => void): Promise<void> {
  for (let step = 0; step < steps; step++) await Promise.resolve();
  call();
}
