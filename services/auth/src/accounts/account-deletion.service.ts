import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, type deleteAccount, type InputOf, userDeleted } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { CurrentPassword } from '../passwords/current-password.js';
import { Account } from './account.entity.js';

/** Lets people leave, and tells everyone who keeps something of them to forget it. */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly currentPassword: CurrentPassword,
  ) {}

  /**
   * Deletes the account with its sessions, activations and reset links.
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.too-many-attempts`
   */
  async delete({ userId, sessionToken, form }: InputOf<typeof deleteAccount>): Promise<void> {
    const { id, passwordHash } = await this.currentPassword.confirm(
      { userId, sessionToken },
      { field: 'password', password: form.password },
    );
    await this.database.transaction(async (manager) => {
      // Only under the password that was checked: whoever changed it in between keeps the account.
      const { affected } = await manager.delete(Account, { id, passwordHash });
      if (!affected) throw new AppError('auth.required');
      await this.outbox.add(manager, userDeleted, id, { userId: id });
    });
  }
}
