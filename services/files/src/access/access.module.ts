import { Module } from '@nestjs/common';
import { BundleModule } from '../bundle/bundle.module.js';
import { FileModule } from '../file/file.module.js';
import { LinkModule } from '../link/link.module.js';
import { UnlockedPreviewModule } from '../unlocked-preview/unlocked-preview.module.js';
import { AccessRequests } from './access.requests.js';
import { AccessService } from './access.service.js';
import { BundleAccessService } from './bundle-access.service.js';
import { VerificationTokensService } from './verification-tokens.service.js';
import { OpenedLinksService } from './opened-links.service.js';
import { FileTicketsService } from './file-tickets.service.js';
import { PasswordAttemptsService } from './password-attempts.service.js';
import { PasswordVerificationService } from './password-verification.service.js';

@Module({
  imports: [BundleModule, FileModule, LinkModule, UnlockedPreviewModule],
  controllers: [AccessRequests],
  providers: [
    AccessService,
    VerificationTokensService,
    BundleAccessService,
    FileTicketsService,
    OpenedLinksService,
    PasswordAttemptsService,
    PasswordVerificationService,
  ],
  exports: [
    AccessService,
    VerificationTokensService,
    BundleAccessService,
    OpenedLinksService,
    PasswordAttemptsService,
  ],
})
export class AccessModule {}
