import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { userDeleted } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep, SecurityLog } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

/** Accounts that no link can activate any more. $1 is the present time. */
const CANNOT_BE_ACTIVATED = `activated_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM activations WHERE account_id = accounts.id)
  AND NOT EXISTS (SELECT 1 FROM password_resets WHERE account_id = accounts.id AND expires_at > $1)`;

/** Deletes expired activations and invitations, and accounts that were not activated before their last link expired. */
@Injectable()
export class UnactivatedAccountSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Deleting accounts that were never activated failed', logger);
  }

  /** Deletes accounts one by one. Safe to run on several replicas at once. */
  async sweep(): Promise<void> {
    for (const table of ['activations', 'invitations'])
      await this.database.query(`DELETE FROM ${table} WHERE expires_at <= $1`, [this.clock.now()]);
    for (let deleted; (deleted = await this.deleteOne()) !== null;)
      this.securityLog.record('account.expired', { accountId: deleted });
  }

  /** @returns id of the deleted account; null if there was none, or if it received a new link meanwhile */
  private async deleteOne(): Promise<string | null> {
    return this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const [account] = await manager.query<{ id: string }[]>(
        `SELECT id FROM accounts WHERE ${CANNOT_BE_ACTIVATED} LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [now],
      );
      if (!account) return null;
      const { id } = account;
      // The snapshot of the first statement is older than the lock, so it can miss a link of a repeated sign-up.
      const [expired] = await manager.query<unknown[]>(
        `SELECT 1 FROM accounts WHERE ${CANNOT_BE_ACTIVATED} AND id = $2`,
        [now, id],
      );
      if (!expired) return null;
      await manager.delete(Account, { id });
      await this.outbox.add(manager, userDeleted, id, { userId: id });
      return id;
    });
  }
}
