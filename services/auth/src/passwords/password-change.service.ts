import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  type changePassword,
  type InputOf,
  type OutputOf,
  passwordChanged,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { attemptLimits } from '../limits/attempt-limits.js';
import { Attempts } from '../limits/attempts.js';
import { SessionStore } from '../sessions/session-store.js';
import { refuseCommonPassword } from './common-passwords.js';
import { hashPassword, passwordMatches } from './password-hash.js';
import { PasswordReset } from './password-reset.entity.js';

/** Lets people who are logged in choose another password. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionStore,
    private readonly attempts: Attempts,
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
    const account = await this.sessions.accountOf(sessionToken);
    if (account?.id !== userId) throw new AppError('auth.required');
    await this.attempts.spend(attemptLimits.passwordChangesPerAccount, userId);
    if (!(await passwordMatches(account.passwordHash, form.current_password))) throw wrongPassword();
    await this.attempts.forget(attemptLimits.passwordChangesPerAccount, userId);
    refuseCommonPassword(form.new_password, 'new_password');
    await this.replacePassword(account, await hashPassword(form.new_password), sessionToken);
    return { message: 'Your password has been changed.' };
  }

  private async replacePassword(account: Account, newHash: string, keptToken: string): Promise<void> {
    const { id, name, email, passwordHash } = account;
    await this.database.transaction(async (manager) => {
      // Only over the password that was checked: a reset that came in between wins.
      const { affected } = await manager.update(Account, { id, passwordHash }, { passwordHash: newHash });
      if (!affected) throw wrongPassword();
      await manager.delete(PasswordReset, { accountId: id });
      await this.sessions.closeAll(manager, id, keptToken);
      await this.outbox.add(manager, passwordChanged, id, { userId: id, name, email });
    });
  }
}

function wrongPassword(): AppError {
  const code = 'auth.wrong-current-password';
  const { message } = new AppError(code);
  return new AppError(code, undefined, { errors: [{ field: 'current_password', message }] });
}
