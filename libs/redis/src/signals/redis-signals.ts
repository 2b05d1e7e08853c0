import type { Logger } from '@waybill/service-kit';
import type { RedisConnection } from '../redis-connection.js';
import { MemorySignals } from './memory-signals.js';
import { Signals } from './signals.js';

const PREFIX = 'signal:';

/** Signals over Redis' publish and subscribe. During an outage they are lost. */
export class RedisSignals extends Signals {
  private readonly local = new MemorySignals();
  private readonly topics = new Set<string>();
  /** A separate connection, because a subscribed one accepts no other commands. Opened by the first listener. */
  private subscriber: Promise<RedisConnection> | undefined;

  constructor(
    private readonly redis: RedisConnection,
    private readonly logger: Logger,
  ) {
    super();
  }

  override async send(topic: string, message: string): Promise<void> {
    if (this.redis.status !== 'ready') return;
    await this.redis.publish(PREFIX + topic, message).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Sending a signal over Redis failed');
    });
  }

  override async listen(topic: string, listener: (message: string) => void): Promise<() => void> {
    const stop = await this.local.listen(topic, listener);
    this.topics.add(topic);
    this.subscriber ??= this.openSubscriber();
    const subscriber = await this.subscriber;
    if (subscriber.status === 'ready') await this.subscribeTo(subscriber, [topic]);
    return stop;
  }

  override async close(): Promise<void> {
    (await this.subscriber)?.disconnect();
    await this.local.close();
  }

  /** Subscribes again after every outage. Resolves after the first attempt to connect. */
  private async openSubscriber(): Promise<RedisConnection> {
    const subscriber = this.redis.duplicate({ autoResubscribe: false });
    subscriber.on('ready', () => void this.subscribeTo(subscriber, [...this.topics]));
    subscriber.on('message', (channel: string, message: string) => {
      void this.local.send(channel.slice(PREFIX.length), message);
    });
    // The shared connection logs outages.
    subscriber.on('error', () => undefined);
    await subscriber.connect().catch(() => undefined);
    return subscriber;
  }

  private async subscribeTo(subscriber: RedisConnection, topics: readonly string[]): Promise<void> {
    await subscriber.subscribe(...topics.map((topic) => PREFIX + topic)).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Listening to signals of Redis failed');
    });
  }
}
