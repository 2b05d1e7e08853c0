import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, twoStepLogInChanged } from '@waybill/contracts';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AUTH_MODULE_OPTIONS, type AuthModuleOptions } from '../auth.module-options.js';
import { hashToken } from '../credentials/secret-token.js';
import { attemptLimits } from '../limits/attempt.limits.js';
import { AttemptLimiterService } from '../limits/attempt-limiter.service.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { canonicalRecoveryCode, newRecoveryCode, RECOVERY_CODES, stepOfCode } from './totp.policy.js';
import { TotpSecret } from './totp-secret.entity.js';

/** Second factor of accounts (2FA): codes of an authenticator app, and recovery codes. */
@Injectable()
export class TotpService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly attempts: AttemptLimiterService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    @Inject(AUTH_MODULE_OPTIONS) private readonly options: AuthModuleOptions,
  ) {}

  async isEnabled(accountId: string): Promise<boolean> {
    return this.database.manager.existsBy(TotpSecret, { accountId, confirmedAt: Not(IsNull()) });
  }

  async recoveryCodesLeft(accountId: string): Promise<number> {
    return this.database.manager.countBy(RecoveryCode, { accountId });
  }

  /**
   * Creates a secret to be confirmed, in place of an unconfirmed one.
   * @returns the new secret; null if a secret is already confirmed
   */
  async begin(accountId: string): Promise<Buffer | null> {
    const wrappedSecret = this.options.keyring.create(contextOf(accountId));
    const rows: unknown[] = await this.database.query(
      `INSERT INTO totp_secrets (account_id, wrapped_secret) VALUES ($1, $2)
       ON CONFLICT (account_id) DO UPDATE SET wrapped_secret = excluded.wrapped_secret
       WHERE totp_secrets.confirmed_at IS NULL RETURNING account_id`,
      [accountId, wrappedSecret],
    );
    return rows.length === 0 ? null : this.options.keyring.unwrap(wrappedSecret, contextOf(accountId));
  }

  /**
   * Confirms the secret with its first code.
   * @returns the recovery codes; null for a wrong code, or when there is nothing to confirm
   * @throws AppError `auth.too-many-attempts`
   */
  async confirm(accountId: string, code: string): Promise<string[] | null> {
    await this.attempts.consume(attemptLimits.totpCodesPerAccount, accountId);
    const codes = await this.database.transaction(async (manager) => {
      const row = await this.find(manager, accountId, false);
      const step = row && this.stepOf(row, code);
      if (step === null) return null;
      const now = this.clock.now();
      await manager.update(TotpSecret, { accountId }, { confirmedAt: now, lastStep: String(step) });
      const fresh = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      await manager.delete(RecoveryCode, { accountId });
      await manager.insert(
        RecoveryCode,
        fresh.map((one) => ({ accountId, codeHash: hashToken(canonicalRecoveryCode(one)) })),
      );
      await this.publishChange(manager, accountId, true);
      return fresh;
    });
    if (codes) await this.attempts.reset(attemptLimits.totpCodesPerAccount, accountId);
    return codes;
  }

  /**
   * Uses up a code: one of the app that was not used before, or an unused recovery code.
   * @returns whether the code was right
   * @throws AppError `auth.too-many-attempts`
   */
  async redeem(accountId: string, code: string): Promise<boolean> {
    await this.attempts.consume(attemptLimits.totpCodesPerAccount, accountId);
    const isRight = await this.database.transaction(async (manager) => {
      const row = await this.find(manager, accountId, true);
      if (!row) return false;
      const step = this.stepOf(row, code);
      if (step !== null) {
        await manager.update(TotpSecret, { accountId }, { lastStep: String(step) });
        return true;
      }
      const codeHash = hashToken(canonicalRecoveryCode(code));
      return (await manager.delete(RecoveryCode, { accountId, codeHash })).affected === 1;
    });
    if (isRight) await this.attempts.reset(attemptLimits.totpCodesPerAccount, accountId);
    return isRight;
  }

  /**
   * Uses up the code of a log-in, and records a refusal.
   * @param address client address for the security log
   * @throws AppError `auth.incorrect-code`, `auth.too-many-attempts`
   */
  async requireCode(accountId: string, code: string, address: string): Promise<void> {
    try {
      if (await this.redeem(accountId, code)) return;
    } catch (error) {
      if (AppError.from(error).code === 'auth.too-many-attempts')
        this.securityLog.record('log-in.locked', { accountId, address });
      throw error;
    }
    this.securityLog.record('log-in.wrong-code', { accountId, address });
    throw new AppError('auth.incorrect-code');
  }

  async remove(accountId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      // Locks the secret first, as `redeem` does, so that the two cannot deadlock.
      const { affected } = await manager.delete(TotpSecret, { accountId });
      await manager.delete(RecoveryCode, { accountId });
      if (affected) await this.publishChange(manager, accountId, false);
    });
  }

  private async publishChange(manager: EntityManager, accountId: string, isOn: boolean): Promise<void> {
    const { name, email } = await manager.findOneByOrFail(Account, { id: accountId });
    await this.outbox.add(manager, twoStepLogInChanged, accountId, { userId: accountId, name, email, isOn });
  }

  /** Locks the row, so that concurrent calls cannot use the same code twice. */
  private find(manager: EntityManager, accountId: string, isConfirmed: boolean): Promise<TotpSecret | null> {
    return manager.findOne(TotpSecret, {
      where: { accountId, confirmedAt: isConfirmed ? Not(IsNull()) : IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Time step of a code. Null for a wrong code, and for one that is not newer than the last code used (replay). */
  private stepOf({ accountId, wrappedSecret, lastStep }: TotpSecret, code: string): number | null {
    const secret = this.options.keyring.unwrap(wrappedSecret, contextOf(accountId));
    const step = stepOfCode(secret, code, this.clock.now());
    return step !== null && (lastStep === null || step > Number(lastStep)) ? step : null;
  }
}

/** Binds a wrapped secret to its account. */
export function contextOf(accountId: string): string {
  return `totp/${accountId}`;
}
