import { type Logger, withTimeout } from '@waybill/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AmqpConnection } from './amqp-connection.js';

/** Shortest time between two replacements: a queue may take seconds to elect a leader. */
const RENEWAL_MS = 500;

/** Maximum time to open a channel. Without it, one channel that never opens would block all later replacements. */
const OPEN_TIMEOUT_MS = 10_000;

/** Work on one channel, which can be continued on another. */
export interface ChannelWork {
  /** Closes the channel. */
  retire(): void;
}

/** Replaces a channel whose messages a queue no longer takes. A new channel looks up the leader of each queue again. */
export class RenewableChannel<W extends ChannelWork> {
  private renewal: Promise<void> | undefined;
  private renewedAt = 0;

  private constructor(
    private work: W,
    private readonly openWork: (onFailure: () => void) => Promise<W>,
    private readonly connection: AmqpConnection,
    private readonly logger: Logger,
  ) {}

  static async open<W extends ChannelWork>(
    connection: AmqpConnection,
    logger: Logger,
    openWork: (onFailure: () => void) => Promise<W>,
  ): Promise<RenewableChannel<W>> {
    const onFailure = (): void => channel.renew();
    const channel: RenewableChannel<W> = new RenewableChannel(
      await openWork(onFailure),
      openWork,
      connection,
      logger,
    );
    return channel;
  }

  get current(): W {
    return this.work;
  }

  private renew(): void {
    // A broker that blocks publishers confirms no messages on any channel, so another channel would not help.
    if (this.connection.isBlocked) return;
    this.renewal ??= this.replace()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'Opening another RabbitMQ channel failed'))
      .finally(() => (this.renewal = undefined));
  }

  private async replace(): Promise<void> {
    await sleep(Math.max(0, this.renewedAt + RENEWAL_MS - Date.now()));
    if (this.connection.isClosed) return;
    this.renewedAt = Date.now();
    this.logger.warn('A RabbitMQ queue takes no messages of this channel, will continue on another');
    const old = this.work;
    const opening = this.openWork(() => this.renew());
    this.work = await withTimeout(OPEN_TIMEOUT_MS, opening, () => {
      opening.then((late) => late.retire()).catch(() => undefined);
      return new Error(`RabbitMQ opened no channel within ${OPEN_TIMEOUT_MS} ms.`);
    });
    old.retire();
  }
}
