import { AppError, type AppendedBytes } from '@waybill/contracts';

const RENEWAL_INTERVAL_MS = 8_000;
/** Shorter than the lease, so that this process stops writing before another may start. */
const GIVE_UP_MS = 20_000;

/** Saves the durable bytes and renews the lease. Null: only renews it. */
type Save = (appended: AppendedBytes | null) => Promise<unknown>;

/**
 * The lease of the one request that may write to an upload. Renews it, and saves the bytes that became durable since
 * the last renewal. `signal` is aborted when the lease was lost.
 */
export class AppendLease {
  private readonly lost = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private renewedAt = performance.now();
  private saving: Promise<unknown> = Promise.resolve();
  private isSaving = false;
  private durable: AppendedBytes | null = null;

  constructor(private readonly save: Save) {
    this.timer = setInterval(() => this.renew(), RENEWAL_INTERVAL_MS);
  }

  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /** Sets the durable bytes that the next renewal saves. */
  keep(appended: AppendedBytes): void {
    this.durable = appended;
  }

  /** Stops renewing. Resolves when no renewal is in progress, so that none overtakes the final save. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.saving;
  }

  private renew(): void {
    if (performance.now() - this.renewedAt > GIVE_UP_MS) this.lost.abort(new AppError('server.unavailable'));
    if (this.isSaving) return;
    this.isSaving = true;
    const { durable } = this;
    this.durable = null;
    const startedAt = performance.now();
    this.saving = this.save(durable)
      .then(
        () => (this.renewedAt = startedAt),
        (error: unknown) => {
          if (AppError.isRefusal(error)) this.lost.abort(error);
        },
      )
      .finally(() => (this.isSaving = false));
  }
}
