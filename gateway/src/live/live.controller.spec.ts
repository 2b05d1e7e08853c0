import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookiesService } from '../http/cookies.service.js';
import type { SessionCacheService } from '../sessions/session-cache.service.js';
import type { LiveFeedService } from './live-feed.service.js';
import { LiveController } from './live.controller.js';
import { MAX_STREAMS_PER_ACCOUNT } from './live.limits.js';
import { LiveSlotsService } from './live-slots.service.js';

const caller = { userId: 'a', browserId: null, address: '203.0.113.7' };
const request = { headers: {} } as unknown as FastifyRequest;

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
});
