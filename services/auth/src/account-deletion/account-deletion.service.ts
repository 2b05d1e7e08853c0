import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, type deleteAccount, type InputOf, userDeleted } from '@waybill/contracts';
import { SecurityLog } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { ReauthenticationService } from '../passwords/reauthentication.service.js';

/** Deletes accounts. The other services delete their part on `auth.user.deleted`. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly reauthentication: ReauthenticationService,
    private readonly securityLog: SecurityLog,
  ) {}

  /**
   * Deletes the account with its sessions, activations and reset links.
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.too-many-attempts`
   */
  async delete({ form, ...session }: InputOf<typeof deleteAccount>): Promise<void> {
    const { id, passwordHash } = await this.reauthentication.confirm(session, {
      field: 'password',
      password: form.password,
    });
    await this.database.transaction(async (manager) => {
      // Matching the hash keeps the account if its password was changed since it was verified.
      const { affected } = await manager.delete(Account, { id, passwordHash });
      if (!affected) throw new AppError('auth.required');
      await this.outbox.add(manager, userDeleted, id, { userId: id });
    });
    this.securityLog.record('account.deleted', { accountId: id, address: session.address });
  }
}
