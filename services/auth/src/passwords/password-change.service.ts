import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { type changePassword, type InputOf, type OutputOf, passwordChanged } from '@waybill/contracts';
import { clientOf } from '@waybill/redis';
import { SecurityLog } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { Account } from '../accounts/account.entity.js';
import { SessionService } from '../sessions/session.service.js';
import { refuseCommonPassword } from '../credentials/common-password.policy.js';
import { ReauthenticationService, wrongCurrentPasswordError } from './reauthentication.service.js';
import { PasswordReset } from './password-reset.entity.js';

/** Form field of the current password. */
const FIELD = 'current_password';

/** Changes the password of a signed-in account. */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionService,
    private readonly reauthentication: ReauthenticationService,
    private readonly securityLog: SecurityLog,
  ) {}

  /**
   * Revokes every other session and any open reset link, and rotates the token of this session.
   * @throws AppError `auth.required`, `auth.wrong-current-password`, `auth.password-too-common`,
   * `auth.too-many-attempts`, and those of `hashPassword`
   */
  async change({
    userId,
    sessionToken,
    form,
    address,
  }: InputOf<typeof changePassword>): Promise<OutputOf<typeof changePassword>> {
    const account = await this.reauthentication.confirm(
      { userId, sessionToken, address },
      { field: FIELD, password: form.current_password },
    );
    await refuseCommonPassword(form.new_password, 'new_password');
    const newHash = await hashPassword(form.new_password, clientOf(address));
    const newToken = await this.replacePassword(account, newHash, sessionToken);
    this.securityLog.record('password.changed', { accountId: userId, address });
    return { message: 'Your password has been changed.', sessionToken: newToken };
  }

  /** @returns the new token of the session */
  private async replacePassword(account: Account, newHash: string, sessionToken: string): Promise<string> {
    const { id, name, email, passwordHash } = account;
    return this.database.transaction(async (manager) => {
      // Matching the verified hash lets a concurrent password reset win.
      const { affected } = await manager.update(Account, { id, passwordHash }, { passwordHash: newHash });
      if (!affected) throw wrongCurrentPasswordError(FIELD);
      await manager.delete(PasswordReset, { accountId: id });
      await this.sessions.revokeAll(manager, id, sessionToken);
      await this.outbox.add(manager, passwordChanged, id, { userId: id, name, email });
      return this.sessions.rotate(manager, sessionToken);
    });
  }
}
