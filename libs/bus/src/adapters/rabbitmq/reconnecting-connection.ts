import { type Logger, RepeatedReasons, settlesWithin, withTimeout } from '@waybill/service-kit';
import { connect } from 'amqplib';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RetryPolicy, retryDelay } from '../../retry-policy.js';
import { AmqpConnection } from './amqp-connection.js';

/** Heartbeat interval. A broker that sends nothing for two intervals is considered lost. */
const HEARTBEAT_SECONDS = 10;
const CONNECT_TIMEOUT_MS = 5000;
/** Maximum wait of `open`, for a broker that accepts the connection and then stays silent. */
const FIRST_ATTEMPT_TIMEOUT_MS = 10_000;
/**
 * Maximum time to open a session. A broker that has just started may never reply to a declaration, though it sends
 * heartbeats.
 */
const SESSION_TIMEOUT_MS = 15_000;
/** Limit for closing, so that a broker that hangs does not keep the process from ending. */
const STOP_TIMEOUT_MS = 2000;
const RECONNECT_POLICY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, longestDelayMs: 5000 };

/**
 * Keeps a connection to RabbitMQ open, with a session of type `S` on it: channels and consumers. A lost connection
 * and its session are replaced together, with backoff, so there is no half-working state.
 */
export class ReconnectingConnection<S> {
  private readonly opened = new EventEmitter().setMaxListeners(0);
  private readonly stopping = new AbortController();
  private readonly reasons = new RepeatedReasons();
  private running: Promise<void> = Promise.resolve();
  private firstAttemptEnded: () => void = () => undefined;
  private connection: AmqpConnection | undefined;
  private openedSession: S | undefined;
  /** Starts at a random number, so that the connections of all processes spread over the nodes. */
  private attempts = Math.floor(Math.random() * 1000);

  constructor(
    /** Nodes of one cluster. Each attempt to connect takes the next one. */
    private readonly urls: readonly string[],
    /** Shown to the operator in the broker's list of connections. */
    private readonly name: string,
    private readonly openSession: (connection: AmqpConnection) => Promise<S>,
    private readonly logger: Logger,
  ) {}

  /**
   * Resolves when the first attempt has ended, successfully or not. A process starts without its broker, reports that
   * it is not ready, and has a session as soon as the broker is available.
   */
  async open(): Promise<void> {
    const ended = new Promise<void>((resolve) => (this.firstAttemptEnded = resolve));
    this.running = this.keepOpen();
    await settlesWithin(FIRST_ATTEMPT_TIMEOUT_MS, [ended]);
  }

  /** The session; undefined while the broker is unavailable or blocks publishers. */
  get session(): S | undefined {
    return this.connection?.isBlocked ? undefined : this.openedSession;
  }

  /** The session, or the next one that opens within `ms`; undefined after that time. */
  async waitForSession(ms: number): Promise<S | undefined> {
    if (this.session) return this.session;
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(Math.max(0, ms))]);
    await once(this.opened, 'open', { signal }).catch(() => undefined);
    return this.session;
  }

  /**
   * Closes the connection for good.
   * @param finish last work on an open session, before it is closed
   */
  async close(finish?: (session: S) => Promise<void>): Promise<void> {
    this.stopping.abort();
    if (this.openedSession) await finish?.(this.openedSession);
    await this.connection?.close();
    await settlesWithin(STOP_TIMEOUT_MS, [this.running]);
  }

  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async keepOpen(): Promise<void> {
    for (let failures = 0; !this.isStopping();) {
      let reason: unknown;
      try {
        const connection = await this.connect();
        failures = 0;
        this.firstAttemptEnded();
        reason = await connection.closed;
      } catch (error) {
        reason = error;
        this.firstAttemptEnded();
      }
      this.openedSession = undefined;
      this.connection = undefined;
      if (this.isStopping()) return;
      const delayMs = retryDelay(RECONNECT_POLICY, Math.ceil(++failures / this.urls.length));
      if (this.reasons.isNew(reason)) {
        const details = { err: reason, connection: this.name, delayMs };
        this.logger.warn(details, 'RabbitMQ is unavailable, will reconnect');
      }
      await sleep(delayMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private nextUrl(): string {
    return this.urls[++this.attempts % this.urls.length] ?? '';
  }

  private async connect(): Promise<AmqpConnection> {
    const socket = await connect(withHeartbeat(this.nextUrl()), {
      noDelay: true,
      timeout: CONNECT_TIMEOUT_MS,
      clientProperties: { connection_name: this.name },
    });
    const connection = (this.connection = new AmqpConnection(socket, this.logger));
    try {
      this.openedSession = await withTimeout(
        SESSION_TIMEOUT_MS,
        this.openSession(connection),
        () => new Error(`RabbitMQ opened no session within ${SESSION_TIMEOUT_MS} ms.`),
      );
    } catch (error) {
      await connection.close();
      throw error;
    }
    this.opened.emit('open');
    if (this.isStopping()) await connection.close();
    return connection;
  }
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) {
    address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS));
  }
  return address.href;
}
