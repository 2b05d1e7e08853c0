import { Inject, Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { userDeleted } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep, SecurityLog } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

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

  private async deleteOne(): Promise<string | null> {
    return this.database.transaction(async (manager) => {
      const [account] = await manager.query<{ id: string }[]>(
        `SELECT id FROM accounts
         WHERE activated_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM activations WHERE account_id = accounts.id)
           AND NOT EXISTS (SELECT 1 FROM password_resets WHERE account_id = accounts.id AND expires_at > $1)
         LIMIT 1 FOR UPDATE SKIP LOCKED`,
        [this.clock.now()],
      );
      if (!account) return null;
      const { id } = account;
      await manager.delete(Account, { id });
      await this.outbox.add(manager, userDeleted, id, { userId: id });
      return id;
    });
  }
}
