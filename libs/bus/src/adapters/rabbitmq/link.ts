import type { Logger } from '@waybill/service-kit';
import { type Channel, type ChannelModel, type ConfirmChannel, connect } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryPolicy, retryDelay } from '../../backoff.js';
import { settledWithin } from '../../settled-within.js';

/** A broker that says nothing for two of these is gone. */
const HEARTBEAT_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** How long a start waits for a broker that may be starting, too. */
const PATIENCE_MS = 30_000;
const HANG_UP_MS = 2000;
const RECONNECT: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, longestDelayMs: 5000 };

/**
 * Keeps one connection to RabbitMQ and what its owner opens on it, the session: channels, consumers. They live
 * and die together. When the connection or any channel of it fails, everything is closed and, with back-off,
 * opened anew; so no half-working state exists.
 */
export class Link<S> {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private opened: () => void = () => undefined;
  private connection: ChannelModel | undefined;
  private session: S | undefined;
  private blocked = false;
  private failure: unknown;

  constructor(
    private readonly url: string,
    /** As the operator sees it among the broker's connections. */
    private readonly name: string,
    private readonly openSession: (connection: ChannelModel) => Promise<S>,
    private readonly log: Logger,
  ) {}

  /**
   * Resolves when the first session is open.
   * @throws Error when the broker does not answer within half a minute
   */
  async open(): Promise<void> {
    const opened = new Promise<void>((resolve) => (this.opened = resolve));
    this.running = this.keepOpen();
    if (await settledWithin(PATIENCE_MS, [opened])) return;
    await this.close();
    throw new Error(`RabbitMQ does not answer at ${new URL(this.url).host}.`, { cause: this.failure });
  }

  /** The session; undefined while the broker is away or, short of memory or disk, takes nothing in. */
  get current(): S | undefined {
    return this.blocked ? undefined : this.session;
  }

  /**
   * Ends it for good.
   * @param finish what there is to do on a session that is open, before it is closed
   */
  async close(finish?: (session: S) => Promise<void>): Promise<void> {
    this.stopping.abort();
    if (this.session) await finish?.(this.session);
    if (this.connection) await hangUp(this.connection);
    await this.running;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepOpen(): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted;) {
      try {
        const { lost } = await this.connect();
        failures = 0;
        this.failure = await lost;
      } catch (error) {
        this.failure = error;
      }
      this.session = undefined;
      this.connection = undefined;
      if (this.isStopping) return;
      const delayMs = retryDelay(RECONNECT, ++failures);
      this.log.warn({ err: this.failure, connection: this.name, delayMs }, 'RabbitMQ is away');
      await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /** Resolves when the session is open, with a promise of its end. */
  private async connect(): Promise<{ readonly lost: Promise<unknown> }> {
    const connection = await connect(withHeartbeat(this.url), {
      noDelay: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.name },
    });
    // Nothing to do here: `close` follows and has the error, too.
    connection.on('error', () => undefined);
    connection.on('blocked', () => (this.blocked = true));
    connection.on('unblocked', () => (this.blocked = false));
    const lost = new Promise<unknown>((resolve) => connection.once('close', resolve));
    this.blocked = false;
    this.connection = connection;
    try {
      this.session = await this.openSession(connection);
    } catch (error) {
      await hangUp(connection);
      throw error;
    }
    if (this.isStopping) await hangUp(connection);
    this.opened();
    return { lost };
  }
}

/** Opens a channel that takes its connection with it when it fails. */
export async function openChannel(connection: ChannelModel, log: Logger): Promise<Channel> {
  return bound(await connection.createChannel(), connection, log);
}

/** The same, and the broker confirms what is published on it. */
export async function openConfirmChannel(connection: ChannelModel, log: Logger): Promise<ConfirmChannel> {
  return bound(await connection.createConfirmChannel(), connection, log);
}

function bound<C extends Channel>(channel: C, connection: ChannelModel, log: Logger): C {
  channel.on('error', (error) => log.error({ err: error }, 'RabbitMQ closed a channel'));
  // Later, as a connection that is being lost closes its channels before it knows that it is closed itself.
  channel.on('close', () => setImmediate(() => void hangUp(connection)));
  return channel;
}

/** Closes it. A broker that does not even say goodbye is left to the heartbeat. */
export async function hangUp(connection: ChannelModel): Promise<void> {
  await settledWithin(HANG_UP_MS, [connection.close()]);
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) {
    address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  }
  return address.href;
}
