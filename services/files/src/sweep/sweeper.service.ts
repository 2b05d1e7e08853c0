import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Performs } from '@waybill/jobs';
import { LOGGER, type Logger } from '@waybill/service-kit';
import { Visits } from '../access/visits.service.js';
import { Disposal } from '../disposal/disposal.service.js';
import { CleanupPermissionService } from '../installation/cleanup-permission.service.js';
import { tidyStore } from '../orphans/tidy-store.job.js';
import { Expiry } from '../expiry/expiry.service.js';
import { PreviewSweep } from '../previews/preview-sweep.service.js';
import { UploadSweep } from '../upload/upload-sweep.service.js';
import { sweepFiles } from './sweep-files.job.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Rebuilds all work of this service from its rows, at start and every minute (design, rule 8). */
@Injectable()
export class Sweeper implements OnApplicationBootstrap {
  private readonly sweeps: Readonly<Record<string, () => Promise<void>>>;

  constructor(
    expiry: Expiry,
    uploads: UploadSweep,
    visits: Visits,
    previews: PreviewSweep,
    disposal: Disposal,
    permission: CleanupPermissionService,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.sweeps = {
      ownership: async () => {
        await permission.isGranted();
      },
      expiry: () => expiry.sweep(),
      uploads: () => uploads.sweep(),
      visits: () => visits.sweep(),
      previews: () => previews.sweep(),
      disposal: () => disposal.dispose(),
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.every(sweepFiles, MINUTE_MS, {});
    await this.jobs.every(tidyStore, 6 * HOUR_MS, {});
    await this.jobs.add(sweepFiles, {});
  }

  /** One sweep that fails does not keep the others from their work; it comes again in a minute. */
  @Performs(sweepFiles)
  async sweep(): Promise<void> {
    for (const [name, sweep] of Object.entries(this.sweeps)) {
      try {
        await sweep();
      } catch (error) {
        this.logger.error({ err: error, sweep: name }, 'A sweep failed');
      }
    }
  }
}
