import type { Logger } from '@waybill/service-kit';
import { connect } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryPolicy, retryDelay } from '../../backoff.js';
import { settledWithin } from '../../settled-within.js';
import { Line } from './line.js';

/** A broker that says nothing for two of these is gone. */
const HEARTBEAT_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** How long a start waits for a broker that may be starting, too. */
const PATIENCE_MS = 30_000;
/** A broker that is stuck must not keep a process from ending. */
const LAST_WAIT_MS = 2000;
const RECONNECT: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, longestDelayMs: 5000 };

/**
 * Keeps a line to RabbitMQ and what its owner opens on it, the session: channels, consumers. They live and die
 * together, and are opened anew with back-off; so no half-working state exists.
 */
export class Link<S> {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private opened: () => void = () => undefined;
  private line: Line | undefined;
  private session: S | undefined;
  private failure: unknown;

  constructor(
    private readonly url: string,
    /** As the operator sees it among the broker's connections. */
    private readonly name: string,
    private readonly openSession: (line: Line) => Promise<S>,
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

  /** The session; undefined while the broker is away or takes nothing in. */
  get current(): S | undefined {
    return this.line?.isBlocked ? undefined : this.session;
  }

  /**
   * Ends it for good.
   * @param finish what there is to do on a session that is open, before it is closed
   */
  async close(finish?: (session: S) => Promise<void>): Promise<void> {
    this.stopping.abort();
    if (this.session) await finish?.(this.session);
    await this.line?.hangUp();
    await settledWithin(LAST_WAIT_MS, [this.running]);
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepOpen(): Promise<void> {
    for (let failures = 0; !this.isStopping();) {
      try {
        const line = await this.connect();
        failures = 0;
        this.failure = await line.ended;
      } catch (error) {
        this.failure = error;
      }
      this.session = undefined;
      this.line = undefined;
      if (this.isStopping()) return;
      const delayMs = retryDelay(RECONNECT, ++failures);
      this.log.warn({ err: this.failure, connection: this.name, delayMs }, 'RabbitMQ is away');
      await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async connect(): Promise<Line> {
    const connection = await connect(withHeartbeat(this.url), {
      noDelay: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.name },
    });
    const line = (this.line = new Line(connection, this.log));
    try {
      this.session = await this.openSession(line);
    } catch (error) {
      await line.hangUp();
      throw error;
    }
    if (this.isStopping()) await line.hangUp();
    this.opened();
    return line;
  }
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) {
    address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  }
  return address.href;
}
