import type { OutputOf, readLiveEvents } from '@waybill/contracts';
import { Readable } from 'node:stream';

export type FeedPage = OutputOf<typeof readLiveEvents>['feeds'][number];

/** Bytes that a slow client may be behind before it is disconnected. Its browser reconnects with the last event id. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** Bytes that the slow clients of one account may be behind together. */
const MAX_BUFFERED_BYTES_OF_ACCOUNT = 4 * 1024 * 1024;
/** After this time a browser reconnects, in milliseconds. */
const RETRY_MS = 2000;

const COMMENT = Buffer.from(': heartbeat\n\n');

/** Heartbeats in the form that the client asked for: an `EventSource` does not see comments. */
const heartbeats = {
  comment: () => COMMENT,
  /** Carries the time of the server, by which a page corrects the clock of its browser. */
  event: () => Buffer.from(`event: heartbeat\ndata: ${JSON.stringify({ at: new Date().toISOString() })}\n\n`),
} as const;

export type HeartbeatKind = keyof typeof heartbeats;

/** The session or token by which a stream was opened. */
export interface StreamAccess {
  /** Equal for streams of the same session or token. */
  readonly key: string;
  /** Looks up whether the session or token is still valid. */
  readonly isAllowed: () => Promise<boolean>;
}

/** Shares one look-up among all streams of a session or token that are served at the same moment. */
export class SharedLookups {
  private readonly answers = new Map<string, Promise<boolean>>();

  isAllowed({ key, isAllowed }: StreamAccess): Promise<boolean> {
    const known = this.answers.get(key);
    if (known) return known;
    // A failed look-up ends the stream. The client reconnects and is checked again.
    const answer = isAllowed().catch(() => false);
    this.answers.set(key, answer);
    return answer;
  }
}

/** Encoded events. All streams of an account share the bytes. */
export interface EncodedPage {
  readonly last: string;
  readonly events: readonly { readonly id: bigint; readonly bytes: Buffer }[];
}

export function encodePage({ events, last }: FeedPage): EncodedPage {
  return {
    last,
    events: events.map(({ id, event }) => ({
      id: BigInt(id),
      bytes: Buffer.from(`${idLine(id)}data: ${JSON.stringify(event)}\n\n`),
    })),
  };
}

/** The server-sent events of one response. */
export class LiveStream {
  readonly body = new Readable({ read: () => undefined, highWaterMark: MAX_BUFFERED_BYTES });
  private isEnded = false;

  /**
   * @param userId account whose events it gets
   * @param last id of the last event that the client has
   */
  constructor(
    readonly userId: string,
    private last: string,
    private readonly access: StreamAccess,
    private readonly heartbeat: HeartbeatKind = 'comment',
  ) {
    this.write(Buffer.from(`retry: ${RETRY_MS}\n${idLine(last)}\n`));
    if (heartbeat === 'event') this.write(heartbeats.event());
  }

  /** Whether it still sends events. After its end, a client that does not read keeps the body open for a while. */
  get isOpen(): boolean {
    return !this.isEnded && !this.body.destroyed;
  }

  /** Id of the last event that was sent. */
  get position(): string {
    return this.last;
  }

  /** Sends the events that the client does not have yet. */
  async deliver({ events, last }: EncodedPage, lookups = new SharedLookups()): Promise<void> {
    const position = BigInt(this.last);
    const unsent = events.filter(({ id }) => id > position);
    if (unsent.length === 0 || !(await this.endUnlessAllowed(lookups))) return;
    for (const { bytes } of unsent) this.write(bytes);
    this.last = last;
  }

  /**
   * Sends a heartbeat: it keeps proxies from closing the connection, and shows the client that the stream is alive.
   * Ends the stream instead if the session or token is no longer valid.
   */
  async beat(lookups = new SharedLookups()): Promise<void> {
    if (!this.isOpen) return;
    if (await this.endUnlessAllowed(lookups)) this.write(heartbeats[this.heartbeat]());
  }

  end(): void {
    if (this.isOpen) this.body.push(null);
    this.isEnded = true;
  }

  private async endUnlessAllowed(lookups: SharedLookups): Promise<boolean> {
    const isAllowed = await lookups.isAllowed(this.access);
    if (!isAllowed) this.end();
    return isAllowed && this.isOpen;
  }

  private write(bytes: Buffer): void {
    if (!this.isOpen) return;
    this.body.push(bytes);
    // The client reads slower than its events arrive.
    if (this.body.readableLength > MAX_BUFFERED_BYTES) this.body.destroy();
  }
}

/** Disconnects the clients of an account that are behind the most, until all of them together keep to the limit. */
export function dropSlowest(streams: Iterable<LiveStream>): void {
  const bodies = [...streams].map(({ body }) => body).filter(({ destroyed }) => !destroyed);
  let buffered = bodies.reduce((sum, { readableLength }) => sum + readableLength, 0);
  if (buffered <= MAX_BUFFERED_BYTES_OF_ACCOUNT) return;
  for (const body of bodies.toSorted((one, other) => other.readableLength - one.readableLength)) {
    buffered -= body.readableLength;
    body.destroy();
    if (buffered <= MAX_BUFFERED_BYTES_OF_ACCOUNT) return;
  }
}

function idLine(id: string): string {
  return `id: ${id}\n`;
}
