import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { bundleExpired } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { ExpiredBundle } from '../bundle/expired-bundle.entity.js';
import { keepExpiredSlugs } from '../link/keep-expired-slugs.js';
import { SweeperService } from '../sweep/sweeper.service.js';

const BATCH = 100;

/** Deletes expired bundles. Keeps their ids, unless their first link is off. Does not delete their files. */
@Injectable()
export class BundleExpirySweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('bundle-expiry', () => this.sweep());
  }

  /** Safe to run concurrently: skips bundles that another run has locked. */
  async sweep(): Promise<void> {
    let expired: number;
    do {
      expired = await this.database.transaction(async (manager) => {
        const now = this.clock.now();
        const due = await manager.find(Bundle, {
          where: { deleteAt: LessThanOrEqual(now) },
          take: BATCH,
          lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
        });
        for (const { id, userId, isFirstLinkActive } of due) {
          await keepExpiredSlugs(manager, id, now);
          await manager.delete(Bundle, { id });
          if (isFirstLinkActive) await manager.insert(ExpiredBundle, { id, expiredAt: now });
          const wasAnonymous = userId === null;
          await this.outbox.add(manager, bundleExpired, id, { bundleId: id, wasAnonymous });
        }
        return due.length;
      });
    } while (expired === BATCH);
  }
}
