import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { MINUTE_MS } from '@waybill/contracts';
import { LOGGER, type Logger, metrics } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { type CleanupRefusal, refusalMessages } from './cleanup.policy.js';
import { Installation } from './installation.entity.js';
import { CLAIM_CHECK_MS } from './store-claim.js';
import { StoreOwnershipService } from './store-ownership.service.js';

/** Minimum age of a check, in milliseconds, before a scrape repeats it: a check reads the marker from the store. */
const REFRESH_MS = MINUTE_MS;

const refused = metrics.gauge({
  name: 'waybill_store_cleanup_refused',
  help: '1 while no object is deleted from the store, by reason',
  labels: ['reason'],
});

/** Decides before every deletion of objects whether it is allowed. Reports a refusal in the log and as a metric. */
@Injectable()
export class CleanupPermissionService implements OnApplicationBootstrap, OnModuleDestroy {
  private current: CleanupRefusal | null = null;
  private checkedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private endReading: (() => void) | undefined;

  constructor(
    private readonly ownership: StoreOwnershipService,
    private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** An unavailable store does not fail the start. */
  async onApplicationBootstrap(): Promise<void> {
    this.endReading = refused.collect((set) => this.read((reason) => set({ reason }, 1)));
    await this.check();
    // A timer instead of a job: claims of copies must be answered even while Redis is unavailable.
    this.timer = setInterval(() => void this.check(), CLAIM_CHECK_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.endReading?.();
  }

  /** Checks the owner of the store, answers claims of copies, and rotates the token when it is due. */
  async check(): Promise<void> {
    try {
      this.report(await this.ownership.check());
    } catch (error) {
      this.logger.warn({ err: error }, 'Checking the owner of the object store failed');
    }
  }

  /** @returns false when nothing may be deleted from the store; the caller then keeps its queue of deletions */
  async isGranted(): Promise<boolean> {
    const refusal = await this.ownership.refusal();
    this.report(refusal);
    return refusal === null;
  }

  private report(refusal: CleanupRefusal | null): void {
    if (refusal !== null && refusal !== this.current) {
      const level = refusal === 'unconfirmed' ? 'info' : 'error';
      this.logger[level]({ reason: refusal }, refusalMessages[refusal]);
    }
    this.current = refusal;
    this.checkedAt = performance.now();
  }

  private async read(set: (reason: string) => void): Promise<void> {
    if (performance.now() - this.checkedAt > REFRESH_MS) await this.isGranted();
    if (this.current === 'unconfirmed') return;
    if (this.current !== null) {
      set(this.current);
      return;
    }
    const installation = await this.database.manager.findOne(Installation, { where: {} });
    if (installation?.orphansRefusedAt) set('too-many-orphans');
  }
}
