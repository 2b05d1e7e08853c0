import { AppError } from '@waybill/contracts';
import type { ObjectStore } from '@waybill/storage';
import { CLAIM_KEY, readClaim, writeClaim } from './installation-marker.js';

/** Interval between two looks at the claim. */
export const CLAIM_MS = 20_000;

/** Looks without an answer after which a claim is good: three minutes, so that a busy owner can answer. */
export const CLAIM_BEATS = 9;

/** Eleven minutes: versions up to 0.2.0 answer no claims, but replace the token every ten minutes. */
export const LONG_CLAIM_BEATS = 33;

/** Answers that are needed to report a copy: a single one may be from a process that saw PostgreSQL's restart late. */
const MIN_ANSWERS = 2;

/**
 * The object by which a database asks whether another one uses the store. Every running Waybill replaces or removes a claim
 * that is not its own, whether it is certain of its ownership or not, and even while its PostgreSQL is unavailable.
 */
export class StoreClaim {
  private beats = 0;
  private answers = 0;
  private isAsked = false;
  private ownedBy: string | null = null;

  constructor(private readonly store: ObjectStore) {}

  /** Whether another Waybill answered, which is not certain of its ownership either. */
  get isContested(): boolean {
    return this.answers >= MIN_ANSWERS;
  }

  /** @returns `Whereabouts.run` of the database that claims the store; null when none does */
  read(): Promise<string | null> {
    return readClaim(this.store);
  }

  /**
   * @param run of the database that wants to be the owner
   * @param found the claim that was read
   * @param isFirst whether the owner may be of a version that does not answer
   * @returns true when no other Waybill has answered for long enough
   */
  async pursue(run: string, found: string | null, isFirst: boolean): Promise<boolean> {
    if (this.isAsked && found !== run) {
      this.answers++;
      this.beats = 0;
    }
    if (this.beats >= (isFirst || !this.isAsked ? LONG_CLAIM_BEATS : CLAIM_BEATS)) return true;
    if (found !== run) this.isAsked = await this.ask(run);
    this.beats++;
    return false;
  }

  /** After a success: removes any claim. */
  async settle(run: string, found: string | null): Promise<void> {
    this.ownedBy = run;
    this.reset();
    if (found !== null) await this.store.delete(CLAIM_KEY);
  }

  /** After a refusal. */
  async withdraw(run: string, found: string | null): Promise<void> {
    this.ownedBy = null;
    this.reset();
    if (found === run) await this.store.delete(CLAIM_KEY);
  }

  /** Answers the claim of another database without the own one. */
  async defend(): Promise<void> {
    if (this.ownedBy === null) return;
    const found = await readClaim(this.store);
    if (found !== null && found !== this.ownedBy) await writeClaim(this.store, this.ownedBy);
  }

  /** @returns false on a full store, where only a deletion can make room */
  private async ask(run: string): Promise<boolean> {
    try {
      await writeClaim(this.store, run);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'server.storage-full') return false;
      throw error;
    }
  }

  private reset(): void {
    this.beats = this.answers = 0;
    this.isAsked = false;
  }
}
