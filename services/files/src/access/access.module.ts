import { Module } from '@nestjs/common';
import { FileModule } from '../file/file.module.js';
import { AccessRequests } from './access.requests.js';
import { FileAccessPolicy } from './file-access.policy.js';
import { FileTicketsService } from './file-tickets.service.js';
import { PasswordVerificationService } from './password-verification.service.js';

@Module({
  imports: [FileModule],
  controllers: [AccessRequests],
  providers: [FileAccessPolicy, FileTicketsService, PasswordVerificationService],
  exports: [FileAccessPolicy],
})
export class AccessModule {}
