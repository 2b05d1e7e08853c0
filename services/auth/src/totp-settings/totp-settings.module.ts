import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { TotpSettingsRequests } from './totp-settings.requests.js';

/** The second factor in the settings of an account. */
@Module({ imports: [PasswordsModule, TotpModule], controllers: [TotpSettingsRequests] })
export class TotpSettingsModule {}
