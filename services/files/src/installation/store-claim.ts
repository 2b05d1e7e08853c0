import { AppError } from '@waybill/contracts';
import type { ObjectStore } from '@waybill/storage';
import { CLAIM_KEY, readClaim, writeClaim } from './installation-marker.js';

/** Interval between two checks of the claim. */
export const CLAIM_CHECK_MS = 20_000;

/** Unanswered checks after which a claim succeeds: three minutes, so that a busy owner has time to answer. */
export const CLAIM_CHECKS = 9;

/**
 * Like `CLAIM_CHECKS`, for a claim that may get no answer: eleven minutes, because versions up to 0.2.0 answer no
 * claims, but replace the token every ten minutes.
 */
export const LONG_CLAIM_CHECKS = 33;

/** Answers needed to report a copy. One alone may come from a process that noticed the restart of PostgreSQL late. */
const MIN_ANSWERS = 2;

/**
 * The object by which a database asks whether another Waybill uses the store. The owner answers by removing the
 * claim. A Waybill that is not certain of its ownership, or an owner whose PostgreSQL is unavailable, answers by
 * replacing it with its own.
 */
export class StoreClaim {
  private checks = 0;
  private answers = 0;
  private isWritten = false;
  private pursuedFor: string | null = null;
  private ownedBy: string | null = null;

  constructor(private readonly store: ObjectStore) {}

  /** Whether another Waybill, which is not certain of its ownership either, has answered repeatedly. */
  get isContested(): boolean {
    return this.answers >= MIN_ANSWERS;
  }

  /** @returns `DatabaseServer.serverStart` of the database that claims the store; null when none does */
  read(): Promise<string | null> {
    return readClaim(this.store);
  }

  /**
   * Claims the store, or continues to wait for an answer. To be called once per check.
   * @param serverStart `DatabaseServer.serverStart` of this database
   * @param found the claim that the store has now
   * @param mayStaySilent whether the current owner may run a version that does not answer claims
   * @returns true when no other Waybill has answered for long enough
   */
  async pursue(serverStart: string, found: string | null, mayStaySilent: boolean): Promise<boolean> {
    if (serverStart !== this.pursuedFor) {
      // PostgreSQL was started again: the claim in the store may be an earlier one of this Waybill, and is no answer.
      this.pursuedFor = serverStart;
      this.checks = this.answers = 0;
    } else if (this.isWritten && found !== serverStart) {
      this.answers++;
      this.checks = 0;
    }
    if (this.checks >= (mayStaySilent || !this.isWritten ? LONG_CLAIM_CHECKS : CLAIM_CHECKS)) return true;
    if (found !== serverStart) this.isWritten = await this.write(serverStart);
    this.checks++;
    return false;
  }

  /** Records that this database owns the store, and removes any claim. */
  async settle(serverStart: string, found: string | null): Promise<void> {
    this.ownedBy = serverStart;
    this.reset();
    if (found !== null) await this.store.delete(CLAIM_KEY);
  }

  /** Records that this database does not own the store, and removes its own claim. */
  async withdraw(serverStart: string, found: string | null): Promise<void> {
    this.ownedBy = null;
    this.reset();
    if (found === serverStart) await this.store.delete(CLAIM_KEY);
  }

  /** Answers the claim of another database while PostgreSQL is unavailable, if this Waybill owned the store. */
  async defend(): Promise<void> {
    if (this.ownedBy === null) return;
    const found = await readClaim(this.store);
    if (found !== null && found !== this.ownedBy) await writeClaim(this.store, this.ownedBy);
  }

  /** @returns whether the claim was written; false on a full store, where only a deletion can make room */
  private async write(serverStart: string): Promise<boolean> {
    try {
      await writeClaim(this.store, serverStart);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'server.storage-full') return false;
      throw error;
    }
  }

  private reset(): void {
    this.checks = this.answers = 0;
    this.isWritten = false;
  }
}
