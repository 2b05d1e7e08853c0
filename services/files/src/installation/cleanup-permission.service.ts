import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { LOGGER, type Logger, metrics } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { SweeperService } from '../sweep/sweeper.service.js';
import { type CleanupRefusal, refusalMessages } from './cleanup.policy.js';
import { Installation } from './installation.entity.js';
import { StoreOwnershipService } from './store-ownership.service.js';

/** A scrape comes every few seconds; a check reads the marker. */
const REFRESH_MS = 60_000;

const refused = metrics.gauge({
  name: 'waybill_store_cleanup_refused',
  help: '1 while no object is deleted from the store, by reason',
  labels: ['reason'],
});

/** Asked before every deletion of objects. Reports a refusal in the log and as a metric. */
@Injectable()
export class CleanupPermissionService implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private current: CleanupRefusal | null = null;
  private checkedAt = -Infinity;
  private endReading: (() => void) | undefined;

  constructor(
    private readonly ownership: StoreOwnershipService,
    private readonly database: DataSource,
    private readonly sweeper: SweeperService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    // Rotates the token as well.
    this.sweeper.register('store-ownership', () => this.isGranted());
  }

  /** An unavailable store does not fail the start. */
  async onApplicationBootstrap(): Promise<void> {
    this.endReading = refused.collect((set) => this.read((reason) => set({ reason }, 1)));
    await this.isGranted().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Checking the owner of the object store failed'),
    );
  }

  onModuleDestroy(): void {
    this.endReading?.();
  }

  /** @returns false when nothing may be deleted from the store; the rows to delete stay */
  async isGranted(): Promise<boolean> {
    const refusal = await this.ownership.refusal();
    if (refusal !== null && refusal !== this.current) {
      this.logger.error({ reason: refusal }, refusalMessages[refusal]);
    }
    this.current = refusal;
    this.checkedAt = performance.now();
    return refusal === null;
  }

  private async read(set: (reason: string) => void): Promise<void> {
    if (performance.now() - this.checkedAt > REFRESH_MS) await this.isGranted();
    if (this.current !== null) {
      set(this.current);
      return;
    }
    const installation = await this.database.manager.findOne(Installation, { where: {} });
    if (installation?.orphansRefusedAt) set('too-many-orphans');
  }
}
