import { AppError, type AppendedBytes } from '@waybill/contracts';

const RENEWAL_INTERVAL_MS = 8_000;
/** Shorter than the lease, so that this process stops writing before another may start. */
const GIVE_UP_MS = 20_000;

/** Sends what is durable, or null for a mere renewal. */
type Save = (appended: AppendedBytes | null) => Promise<unknown>;

/**
 * Keeps other requests from writing to an upload while this one does, and saves what became durable meanwhile. `signal`
 * fires when the lease was lost.
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

  /** Saved with the next renewal. */
  keep(appended: AppendedBytes): void {
    this.durable = appended;
  }

  /** Renews no more. Resolves when no renewal is under way, so that none overtakes the last save. */
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
          if (error instanceof AppError && error.status < 500) this.lost.abort(error);
        },
      )
      .finally(() => (this.isSaving = false));
  }
}
