import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { AccountDeletionRequests } from './account-deletion.requests.js';
import { AccountDeletionService } from './account-deletion.service.js';

@Module({
  imports: [NetworksModule, PasswordsModule],
  controllers: [AccountDeletionRequests],
  providers: [AccountDeletionService],
})
export class AccountDeletionModule {}
