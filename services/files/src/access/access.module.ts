import { Module } from '@nestjs/common';
import { FileModule } from '../file/file.module.js';
import { LinkModule } from '../link/link.module.js';
import { AccessRequests } from './access.requests.js';
import { AccessService } from './access.service.js';
import { AccessTokensService } from './access-tokens.service.js';
import { FileTicketsService } from './file-tickets.service.js';
import { PasswordAttemptsService } from './password-attempts.service.js';
import { PasswordVerificationService } from './password-verification.service.js';

@Module({
  imports: [FileModule, LinkModule],
  controllers: [AccessRequests],
  providers: [
    AccessService,
    AccessTokensService,
    FileTicketsService,
    PasswordAttemptsService,
    PasswordVerificationService,
  ],
  exports: [AccessService, AccessTokensService, PasswordAttemptsService],
})
export class AccessModule {}
