import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { DAY_MS, type EventMessage, HOUR_MS } from '@waybill/contracts';
import type { Clock, Logger } from '@waybill/service-kit';
import { type DataSource, type EntityManager, LessThan } from 'typeorm';
import { InboxRow } from './inbox-row.entity.js';

/** Retention of the id of a consumed event: far longer than any bus takes to redeliver it. */
const RETENTION_MS = 30 * DAY_MS;
const PURGE_INTERVAL_MS = HOUR_MS;

/** Makes consuming an event idempotent: a second delivery has no effect (deduplication by the id of the event). */
export class Inbox implements OnApplicationBootstrap, OnModuleDestroy {
  private purgeTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `effect` and inserts the id of `event` in one transaction; does nothing when the id is there already.
   * Concurrent deliveries of one event wait for each other. When `effect` throws, the id is rolled back too.
   */
  async once(event: EventMessage, effect: (manager: EntityManager) => Promise<void>): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const inserted = await manager
        .createQueryBuilder()
        .insert()
        .into(InboxRow)
        .values({ eventId: event.id, handledAt: this.clock.now() })
        .orIgnore()
        .returning('event_id')
        .execute();
      if ((inserted.raw as unknown[]).length > 0) await effect(manager);
    });
  }

  /**
   * Like `once`, for many events in one transaction: `effect` gets each event that was not consumed before, in their
   * order, without duplicates. When it throws, the ids of all these events are rolled back too.
   */
  async onceForAll<E extends EventMessage>(
    events: readonly E[],
    effect: (manager: EntityManager, fresh: readonly E[]) => Promise<void>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      // Sorted: transactions that insert the same ids in different orders would deadlock.
      const ids = [...new Set(events.map(({ id }) => id))].sort();
      const inserted: { event_id: string }[] = await manager.query(
        'INSERT INTO inbox (event_id, handled_at) SELECT unnest($1::uuid[]), $2 ON CONFLICT DO NOTHING RETURNING event_id',
        [ids, this.clock.now()],
      );
      const fresh = new Set(inserted.map((row) => row.event_id));
      const first = events.filter(({ id }) => fresh.delete(id));
      if (first.length > 0) await effect(manager, first);
    });
  }

  /** Deletes the ids of events that were consumed over thirty days ago. */
  async purge(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_MS);
    await this.dataSource.getRepository(InboxRow).delete({ handledAt: LessThan(before) });
  }

  onApplicationBootstrap(): void {
    this.purgeTimer = setInterval(() => {
      this.purge().catch((error: unknown) => this.logger.warn({ err: error }, 'Purging the inbox failed'));
    }, PURGE_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.purgeTimer);
  }
}
