import { Module } from '@nestjs/common';
import { FileModule } from '../file/file.module.js';
import { AccessRequests } from './access.requests.js';
import { AccessService } from './access.service.js';
import { AccessTokensService } from './access-tokens.service.js';
import { FileTicketsService } from './file-tickets.service.js';
import { PasswordVerificationService } from './password-verification.service.js';

@Module({
  imports: [FileModule],
  controllers: [AccessRequests],
  providers: [AccessService, AccessTokensService, FileTicketsService, PasswordVerificationService],
  exports: [AccessService, AccessTokensService],
})
export class AccessModule {}
