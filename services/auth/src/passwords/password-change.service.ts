import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { type changePassword, type InputOf, type OutputOf, passwordChanged } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { SessionStore } from '../sessions/session-store.js';
import { refuseCommonPassword } from './common-passwords.js';
import { CurrentPassword, wrongCurrentPassword } from './current-password.js';
import { hashPassword } from './password-hash.js';
import { PasswordReset } from './password-reset.entity.js';

/** The form's field with the current password. */
const FIELD = 'current_password';

/** Lets people who are logged in choose another password. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionStore,
    private readonly currentPassword: CurrentPassword,
  ) {}

  /**
   * Ends every other session and voids a reset link that is under way.
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.password-too-common`,
   * `auth.too-many-attempts`
   */
  async change({
    userId,
    sessionToken,
    form,
  }: InputOf<typeof changePassword>): Promise<OutputOf<typeof changePassword>> {
    const account = await this.currentPassword.confirm(
      { userId, sessionToken },
      { field: FIELD, password: form.current_password },
    );
    refuseCommonPassword(form.new_password, 'new_password');
    await this.replacePassword(account, await hashPassword(form.new_password), sessionToken);
    return { message: 'Your password has been changed.' };
  }

  private async replacePassword(account: Account, newHash: string, keptToken: string): Promise<void> {
    const { id, name, email, passwordHash } = account;
    await this.database.transaction(async (manager) => {
      // Only over the password that was checked: a reset that came in between wins.
      const { affected } = await manager.update(Account, { id, passwordHash }, { passwordHash: newHash });
      if (!affected) throw wrongCurrentPassword(FIELD);
      await manager.delete(PasswordReset, { accountId: id });
      await this.sessions.closeAll(manager, id, keptToken);
      await this.outbox.add(manager, passwordChanged, id, { userId: id, name, email });
    });
  }
}
