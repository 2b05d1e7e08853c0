import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { AccountDeletionRequests } from './account-deletion.requests.js';
import { AccountDeletionService } from './account-deletion.service.js';

@Module({
  imports: [PasswordsModule],
  controllers: [AccountDeletionRequests],
  providers: [AccountDeletionService],
})
export class AccountDeletionModule {}
