import { Controller, Req, Res } from '@nestjs/common';
import { AppError, type Caller } from '@waybill/contracts';
import { liveRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { bearerToken } from '../http/bearer-token.js';
import { CurrentCaller } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { Route } from '../http/route.decorator.js';
import { type QueryOf, ValidQuery } from '../http/valid.decorator.js';
import { SessionCacheService } from '../sessions/session-cache.service.js';
import { LiveFeedService } from './live-feed.service.js';
import type { StreamAccess } from './live-stream.js';
import { LiveSlotsService } from './live-slots.service.js';

const EVENT_ID = /^\d{1,18}$/;

const headers = {
  'content-type': 'text/event-stream',
  // `no-transform`: a proxy that compresses would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

@Controller()
export class LiveController {
  constructor(
    private readonly feed: LiveFeedService,
    private readonly slots: LiveSlotsService,
    private readonly cookies: CookiesService,
    private readonly sessions: SessionCacheService,
  ) {}

  @Route('GET /api/live', liveRoutes.live)
  async watch(
    @CurrentCaller() { userId, address }: Caller,
    @ValidQuery(liveRoutes.live) { lastEventId, heartbeat }: QueryOf<typeof liveRoutes.live>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (userId === null) throw new AppError('auth.required');
    // Opens no stream, and so needs no slot: the body of a HEAD response is never sent.
    if (request.method === 'HEAD') {
      await reply.headers(headers).send(Readable.from([]));
      return;
    }
    const isDisconnected = () => reply.raw.destroyed;
    const free = this.slots.acquire(userId, address, () => reply.raw.destroy());
    // Registered now: the client may disconnect before the stream is open.
    reply.raw.once('close', free);
    // It may have disconnected while its session was looked up: `close` was emitted already.
    if (isDisconnected()) {
      free();
      return;
    }
    const header = request.headers['last-event-id'];
    const last = typeof header === 'string' && EVENT_ID.test(header) ? header : lastEventId;
    const after = last !== undefined && EVENT_ID.test(last) ? last : null;
    const stream = await this.feed.open(userId, after, this.accessOf(request, userId), heartbeat);
    if (isDisconnected()) {
      stream.body.destroy();
      return;
    }
    // The slot is freed at the same moment: a stream without a slot would be outside every limit.
    reply.raw.once('close', () => stream.body.destroy());
    await reply.headers(headers).send(stream.body);
  }

  /** Checks, for an open stream, whether the session or token of its request still belongs to the account. */
  private accessOf(request: FastifyRequest, userId: string): StreamAccess {
    const token = bearerToken(request.headers);
    const sessionToken = this.cookies.sessionToken(request) ?? '';
    if (token === null) {
      const isAllowed = async () => (await this.sessions.resolveUser(sessionToken))?.id === userId;
      return { key: `session ${userId} ${sessionToken}`, isAllowed };
    }
    const isAllowed = async () => {
      const holder = await this.sessions.resolveToken(token);
      return holder?.user.id === userId && holder.scopes.some((scope) => scope === liveRoutes.live.scope);
    };
    return { key: `token ${userId} ${token}`, isAllowed };
  }
}
