import { Bus } from '@waybill/bus/client';
import { checkToken, readLiveEvents, type RequestContract } from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { eventually, metricIn } from '@waybill/testing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { CookiesService } from '../http/cookies.service.js';
import type { SessionCacheService } from '../sessions/session-cache.service.js';
import { startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { tokenHeaders as headers, tokenHolder, USER_ID } from '../testing/token-holder.js';
import type { LiveFeedService } from './live-feed.service.js';
import { LiveController } from './live.controller.js';
import { MAX_STREAMS_PER_ACCOUNT } from './live.limits.js';
import { LiveSlotsService } from './live-slots.service.js';

const caller = { userId: 'a', browserId: null, address: '203.0.113.7' };
const request = { headers: {} } as unknown as FastifyRequest;

/** Auth and analytics, with one account that has a token and no events. */
class Services extends Bus {
  readonly requests: string[] = [];

  async request({ name }: RequestContract): Promise<never> {
    this.requests.push(name);
    if (name === readLiveEvents.name)
      return { feeds: [{ userId: USER_ID, last: '1', hasMore: false, events: [] }] } as never;
    return (name === checkToken.name ? tokenHolder : {}) as never;
  }
}

describe('LiveController', () => {
  it('frees the place of a client that disconnected while its session was looked up', async () => {
    const slots = new LiveSlotsService();
    const feed = { open: jest.fn() } as unknown as LiveFeedService;
    const controller = new LiveController(feed, slots, {} as CookiesService, {} as SessionCacheService);
    // `close` was emitted before the controller could listen for it.
    const reply = { raw: { destroyed: true, once: () => undefined } } as unknown as FastifyReply;
    for (let n = 0; n < MAX_STREAMS_PER_ACCOUNT; n++)
      await controller.watch(caller, { heartbeat: 'comment' }, request, reply);
    expect(() => slots.acquire(caller.userId, caller.address, () => undefined)).not.toThrow();
  });

  it('destroys a stream when its response closes, because its slot is freed then', async () => {
    const stream = { body: new Readable({ read: () => undefined }) };
    const feed = { open: () => Promise.resolve(stream) } as unknown as LiveFeedService;
    const cookies = { sessionToken: () => null } as unknown as CookiesService;
    const controller = new LiveController(feed, new LiveSlotsService(), cookies, {} as SessionCacheService);
    const raw = new EventEmitter();
    const reply = { raw, headers: () => ({ send: () => undefined }) } as unknown as FastifyReply;
    await controller.watch(caller, { heartbeat: 'comment' }, request, reply);
    expect(stream.body.destroyed).toBe(false);
    raw.emit('close');
    expect(stream.body.destroyed).toBe(true);
  });

  it('answers HEAD with the headers of GET, and opens no stream', async () => {
    const services = new Services();
    const gateway = await startGatewayUnderTest(services);
    try {
      const url = `${gateway.url}/api/live`;
      const head = await fetch(url, { method: 'HEAD', headers });
      expect(services.requests).not.toContain(readLiveEvents.name);
      const streams = async () => metricIn(await metrics.render(), 'waybill_live_streams');
      expect(await streams()).toBe(0);
      const get = await fetch(url, { headers });
      expect([head.status, get.status, await streams()]).toEqual([200, 200, 1]);
      for (const header of ['content-type', 'cache-control', 'x-accel-buffering', 'content-length'])
        expect(head.headers.get(header)).toBe(get.headers.get(header));
      await get.body?.cancel();
      await eventually(async () => expect(await streams()).toBe(0));
    } finally {
      await gateway.close();
    }
  });
});
