import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  AppError,
  beginTotp,
  confirmTotp,
  getTotp,
  type InputOf,
  type OutputOf,
  removeTotp,
} from '@waybill/contracts';
import { SecurityLog } from '@waybill/service-kit';
import { ReauthenticationService } from '../passwords/reauthentication.service.js';
import { provisioningOf } from '../totp/totp.policy.js';
import { TotpService } from '../totp/totp.service.js';

/** Turns the second factor of an account on and off. */
@Controller()
export class TotpSettingsRequests {
  constructor(
    private readonly totp: TotpService,
    private readonly reauthentication: ReauthenticationService,
    private readonly securityLog: SecurityLog,
  ) {}

  @Handles(getTotp)
  async get({ userId }: InputOf<typeof getTotp>): Promise<OutputOf<typeof getTotp>> {
    return {
      isEnabled: await this.totp.isEnabled(userId),
      recoveryCodesLeft: await this.totp.recoveryCodesLeft(userId),
    };
  }

  @Handles(beginTotp)
  async begin({ form, ...session }: InputOf<typeof beginTotp>): Promise<OutputOf<typeof beginTotp>> {
    const { id, email } = await this.confirmPassword(session, form.password);
    const secret = await this.totp.begin(id);
    if (!secret) throw new AppError('auth.totp-enabled');
    return provisioningOf(secret, email);
  }

  @Handles(confirmTotp)
  async confirm({
    userId,
    code,
    address,
  }: InputOf<typeof confirmTotp>): Promise<OutputOf<typeof confirmTotp>> {
    if (await this.totp.isEnabled(userId)) throw new AppError('auth.totp-enabled');
    const recoveryCodes = await this.totp.confirm(userId, code);
    if (!recoveryCodes) throw wrongCodeError();
    this.securityLog.record('totp.enabled', { accountId: userId, address });
    return { recoveryCodes };
  }

  @Handles(removeTotp)
  async remove({ form, ...session }: InputOf<typeof removeTotp>): Promise<OutputOf<typeof removeTotp>> {
    const { id } = await this.confirmPassword(session, form.password);
    if (!(await this.totp.isEnabled(id))) throw new AppError('auth.totp-disabled');
    if (!(await this.totp.redeem(id, form.code))) throw wrongCodeError();
    await this.totp.remove(id);
    this.securityLog.record('totp.disabled', { accountId: id, address: session.address });
    return {};
  }

  private confirmPassword(session: Parameters<ReauthenticationService['confirm']>[0], password: string) {
    return this.reauthentication.confirm(session, { field: 'password', password });
  }
}

function wrongCodeError(): AppError {
  const { message } = new AppError('auth.wrong-code');
  return new AppError('auth.wrong-code', undefined, { errors: [{ field: 'code', message }] });
}
