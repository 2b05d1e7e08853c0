import type { Logger } from '@waybill/service-kit';
import { connect } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryPolicy, retryDelay } from '../../backoff.js';
import { settledWithin } from '../../settled-within.js';
import { Line } from './line.js';

/** A broker that says nothing for two of these is gone. */
const HEARTBEAT_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** How long a start waits for a broker that takes the call and then says nothing. */
const PATIENCE_MS = 10_000;
/** A broker that has just started may leave a question unanswered for ever, though its heart beats. */
const SESSION_MS = 15_000;
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
  private tried: () => void = () => undefined;
  private line: Line | undefined;
  private session: S | undefined;

  constructor(
    private readonly url: string,
    /** As the operator sees it among the broker's connections. */
    private readonly name: string,
    private readonly openSession: (line: Line) => Promise<S>,
    private readonly log: Logger,
  ) {}

  /**
   * Resolves when the first try has ended, well or badly: a process starts without its broker, says that it is not
   * ready, and has a session as soon as the broker is there.
   */
  async open(): Promise<void> {
    const tried = new Promise<void>((resolve) => (this.tried = resolve));
    this.running = this.keepOpen();
    await settledWithin(PATIENCE_MS, [tried]);
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
      let failure: unknown;
      try {
        const line = await this.connect();
        failures = 0;
        this.tried();
        failure = await line.ended;
      } catch (error) {
        failure = error;
        this.tried();
      }
      this.session = undefined;
      this.line = undefined;
      if (this.isStopping()) return;
      const delayMs = retryDelay(RECONNECT, ++failures);
      this.log.warn({ err: failure, connection: this.name, delayMs }, 'RabbitMQ is away');
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
      this.session = await within(SESSION_MS, this.openSession(line));
    } catch (error) {
      await line.hangUp();
      throw error;
    }
    if (this.isStopping()) await line.hangUp();
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

async function within<T>(ms: number, opening: Promise<T>): Promise<T> {
  if (await settledWithin(ms, [opening])) return opening;
  throw new Error(`RabbitMQ opened no session within ${ms} ms.`);
}
