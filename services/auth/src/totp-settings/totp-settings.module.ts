import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { TotpModule } from '../totp/totp.module.js';
import { TotpSettingsRequests } from './totp-settings.requests.js';

/** The second factor in the settings of an account. */
@Module({ imports: [NetworksModule, PasswordsModule, TotpModule], controllers: [TotpSettingsRequests] })
export class TotpSettingsModule {}
