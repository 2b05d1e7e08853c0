import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Performs } from '@waybill/jobs';
import { LOGGER, type Logger } from '@waybill/service-kit';
import { MINUTE_MS } from '@waybill/contracts';
import { sweepFiles } from './sweep-files.job.js';

/**
 * Runs all registered sweeps at start and every minute. Each sweep finds missed work in the rows
 * (docs/architecture.md, rule 8).
 */
@Injectable()
export class SweeperService implements OnApplicationBootstrap {
  private readonly sweeps = new Map<string, () => Promise<unknown>>();

  constructor(
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** To be called in `onModuleInit`, before the application's bootstrap starts the sweeps. */
  register(name: string, sweep: () => Promise<unknown>): void {
    this.sweeps.set(name, sweep);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.every(sweepFiles, MINUTE_MS, {});
    await this.jobs.add(sweepFiles, {});
  }

  /** Runs the remaining sweeps after one fails. The failed sweep runs again in a minute. */
  @Performs(sweepFiles)
  async sweepAll(): Promise<void> {
    for (const [name, sweep] of this.sweeps) {
      try {
        await sweep();
      } catch (error) {
        this.logger.error({ err: error, sweep: name }, 'A sweep failed');
      }
    }
  }
}
