import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import type { Clock, Logger } from '@waybill/service-kit';
import { type DataSource, type EntityManager, LessThan } from 'typeorm';
import { InboxRow } from './inbox-row.entity.js';

/** How long an event's id is remembered: far longer than any bus takes to deliver it again. */
const MEMORY_MS = 30 * 24 * 60 * 60 * 1000;
const PURGE_EVERY_MS = 60 * 60 * 1000;

/** Makes an event that comes twice take effect once. */
export class Inbox implements OnApplicationBootstrap, OnModuleDestroy {
  private purging: NodeJS.Timeout | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs `effect` in one transaction with the note that `event` took effect; does nothing when it has before.
   * Two deliveries at once wait for each other. What `effect` throws undoes the note, too.
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

  /** Forgets events that took effect over thirty days ago. */
  async purge(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - MEMORY_MS);
    await this.dataSource.getRepository(InboxRow).delete({ handledAt: LessThan(before) });
  }

  onApplicationBootstrap(): void {
    this.purging = setInterval(() => {
      this.purge().catch((error: unknown) => this.logger.warn({ err: error }, 'inbox not purged'));
    }, PURGE_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.purging);
  }
}
