import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, type deleteAccount, type InputOf, userDeleted } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { SecurityLogService } from '../networks/security-log.service.js';
import { ReauthenticationService } from '../passwords/reauthentication.service.js';

/** Deletes accounts. The other services delete their part on `auth.user.deleted`. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly reauthentication: ReauthenticationService,
    private readonly securityLog: SecurityLogService,
  ) {}

  /**
   * Deletes the account with its sessions, activations and reset links.
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.too-many-attempts`
   */
  async delete({ userId, sessionToken, form }: InputOf<typeof deleteAccount>): Promise<void> {
    const { id, passwordHash } = await this.reauthentication.confirm(
      { userId, sessionToken },
      { field: 'password', password: form.password },
    );
    await this.database.transaction(async (manager) => {
      // Matching the hash keeps the account if its password was changed since it was verified.
      const { affected } = await manager.delete(Account, { id, passwordHash });
      if (!affected) throw new AppError('auth.required');
      await this.outbox.add(manager, userDeleted, id, { userId: id });
    });
    await this.securityLog.record('account.deleted', id);
  }
}
