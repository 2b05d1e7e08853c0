import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, LIVE_TOPIC, readLiveEvents } from '@waybill/contracts';
import { Signals } from '@waybill/redis';
import { LOGGER, type Logger, metrics } from '@waybill/service-kit';
import {
  dropSlowest,
  encodePage,
  type FeedPage,
  type HeartbeatKind,
  LiveStream,
  SharedLookups,
  type StreamAccess,
} from './live-stream.js';

const HEARTBEAT_MS = 15_000;
/** Number of groups of streams. They get heartbeats in turn: looking up all sessions at once takes much memory. */
const GROUPS = 60;
/** Maximum number of accounts per request. */
const MAX_FEEDS = 200;

const listeners = metrics.gauge({
  name: 'waybill_live_streams',
  help: 'Clients that watch visits as they happen',
  labels: [],
});

/**
 * Sends the events of accounts to the clients that watch on this gateway. Analytics stores the events and signals new
 * ones. Every 15 seconds the gateway also reads those whose signal got lost (docs/decisions/live-events.md).
 */
@Injectable()
export class LiveFeedService implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Map<string, Set<LiveStream>>();
  private readonly groups = Array.from({ length: GROUPS }, () => new Set<LiveStream>());
  private nextGroup = 0;
  private readonly stale = new Set<string>();
  private isReading = false;
  private isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly signals: Signals,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    listeners.collect((set) =>
      set(
        {},
        [...this.streams.values()].reduce((sum, { size }) => sum + size, 0),
      ),
    );
  }

  async onModuleInit(): Promise<void> {
    this.stopListening = await this.signals.listen(LIVE_TOPIC, (userId) => this.refresh([userId]));
    this.timer = setInterval(() => this.beat(), HEARTBEAT_MS / GROUPS).unref();
  }

  /** Ends all streams, so that the process can end. Clients reconnect to another replica. */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.stopListening?.();
    clearInterval(this.timer);
    for (const stream of this.all()) stream.end();
  }

  /** @param after id of the last event that the client has; null: the client wants new events only */
  async open(
    userId: string,
    after: string | null,
    access: StreamAccess,
    heartbeat: HeartbeatKind,
  ): Promise<LiveStream> {
    const page = await this.read(userId, after);
    // Without new events, start where analytics read from: the id that the client sent may be one that was never given.
    const start = page.events[0] ? (after ?? page.last) : page.last;
    const stream = new LiveStream(userId, start, access, heartbeat);
    if (this.isStopping) {
      stream.end();
      return stream;
    }
    const streams = this.streams.get(userId) ?? new Set();
    this.streams.set(userId, streams.add(stream));
    // Join the smallest group. Of several, join the last in turn, because the client has just got its events.
    const group = this.smallestGroup();
    group.add(stream);
    stream.body.once('close', () => {
      streams.delete(stream);
      group.delete(stream);
      if (streams.size === 0 && this.streams.get(userId) === streams) this.streams.delete(userId);
    });
    // Events may have been added since the page was read.
    this.refresh([userId]);
    return stream;
  }

  private async read(userId: string, after: string | null): Promise<FeedPage> {
    const { feeds } = await this.bus.request(readLiveEvents, { feeds: [{ userId, after }] });
    const [page] = feeds;
    if (!page) throw new AppError('server.unavailable');
    return page;
  }

  private beat(): void {
    const lookups = new SharedLookups();
    for (const stream of this.groups[this.nextGroup] ?? []) void stream.beat(lookups);
    this.nextGroup = (this.nextGroup + 1) % GROUPS;
    if (this.nextGroup === 0) this.refresh(this.streams.keys());
  }

  private smallestGroup(): Set<LiveStream> {
    const upcoming = this.groups.map(
      (_, index) => this.groups[(this.nextGroup + index) % GROUPS] ?? new Set<LiveStream>(),
    );
    return upcoming.reduce((smallest, group) => (group.size <= smallest.size ? group : smallest));
  }

  private refresh(userIds: Iterable<string>): void {
    for (const userId of userIds) if (this.streams.has(userId)) this.stale.add(userId);
    if (!this.isReading) void this.readStale();
  }

  private async readStale(): Promise<void> {
    this.isReading = true;
    try {
      // Signals of the same moment share a request.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.stale.size > 0) await this.readFeeds([...this.stale].slice(0, MAX_FEEDS));
    } finally {
      // Nothing may be awaited since the last check of `stale`: a signal in between would wait for the next heartbeat.
      this.isReading = false;
    }
  }

  /** Reads the new events of many accounts at once. After a failure they are read with the next heartbeat. */
  private async readFeeds(userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) this.stale.delete(userId);
    const feeds = userIds.flatMap((userId) => {
      const after = oldestPosition(this.streams.get(userId) ?? []);
      return after === null ? [] : [{ userId, after }];
    });
    if (feeds.length === 0) return;
    const starts = new Map(feeds.map(({ userId, after }) => [userId, BigInt(after)]));
    try {
      const pages = (await this.bus.request(readLiveEvents, { feeds })).feeds;
      for (const page of pages)
        if (page.events.length > 0) await this.deliver(page, starts.get(page.userId) ?? 0n);
    } catch (error) {
      this.logger.warn({ err: error }, 'Reading live events failed');
    }
  }

  /**
   * @param start position after which the page was read. Skips a stream that opened meanwhile and is behind `start`: it
   * would miss the events in between. It gets them from the next read, which its opening requested.
   */
  private async deliver(page: FeedPage, start: bigint): Promise<void> {
    const all = this.streams.get(page.userId) ?? [];
    const streams = [...all].filter(({ isOpen, position }) => isOpen && BigInt(position) >= start);
    const encoded = encodePage(page);
    const lookups = new SharedLookups();
    await Promise.all(streams.map((stream) => stream.deliver(encoded, lookups)));
    dropSlowest(streams);
    if (page.hasMore) this.stale.add(page.userId);
  }

  private *all(): Generator<LiveStream> {
    for (const streams of this.streams.values()) yield* streams;
  }
}

/** Position of the open stream that is behind the most; null without an open one. */
function oldestPosition(streams: Iterable<LiveStream>): string | null {
  let oldest: bigint | null = null;
  for (const { isOpen, position } of streams)
    if (isOpen && (oldest === null || BigInt(position) < oldest)) oldest = BigInt(position);
  return oldest === null ? null : String(oldest);
}
