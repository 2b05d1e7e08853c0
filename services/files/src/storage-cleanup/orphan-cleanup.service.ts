import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HOUR_MS } from '@waybill/contracts';
import { Jobs, Performs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { ObjectStore } from '@waybill/storage';
import { CleanupPermissionService } from '../installation/cleanup-permission.service.js';
import { mayDeleteOrphans, MIN_UNFINISHED_AGE_MS } from './orphans.policy.js';
import { OrphansService } from './orphans.service.js';
import { cleanUpOrphans } from './clean-up-orphans.job.js';

/** Interval of searches. Long, because each search lists the whole store. */
const INTERVAL_MS = 6 * HOUR_MS;

/** Removes the leftovers of crashes from the store. */
@Injectable()
export class OrphanCleanupService implements OnApplicationBootstrap {
  constructor(
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    private readonly permission: CleanupPermissionService,
    private readonly orphans: OrphansService,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.every(cleanUpOrphans, INTERVAL_MS, {});
  }

  /** Safe to run concurrently. */
  @Performs(cleanUpOrphans)
  async cleanUp(): Promise<void> {
    if (!(await this.permission.isGranted())) return;
    await this.store.removeUnfinished(new Date(this.clock.now().getTime() - MIN_UNFINISHED_AGE_MS));
    const found = await this.orphans.search();
    if (found.orphans > 0 && !mayDeleteOrphans(found.orphans, found.objects)) {
      await this.orphans.refuse();
      this.logger.error(
        found,
        'Too many objects without a row: none is deleted. See `npm run storage -- orphans list`.',
      );
      return;
    }
    await this.orphans.clearRefusal();
    // Check the permission again: it may have been withdrawn during the search, which can take hours.
    if (!(await this.permission.isGranted())) return;
    const deleted = await this.orphans.delete(await this.orphans.due());
    if (deleted > 0) this.logger.warn({ deleted }, 'Objects without a row were deleted');
  }
}
