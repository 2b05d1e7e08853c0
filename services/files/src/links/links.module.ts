import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { BundlesModule } from '../bundles/bundles.module.js';
import { CreationLimitsModule } from '../creation-limits/creation-limits.module.js';
import { PlanModule } from '../plan/plan.module.js';
import { UploadModule } from '../upload/upload.module.js';
import { VisitsModule } from '../visits/visits.module.js';
import { LinkChallengesService } from './link-challenges.service.js';
import { LinkDownloadsService } from './link-downloads.service.js';
import { LinkListService } from './link-list.service.js';
import { LinkMailLimiterService } from './link-mail-limiter.service.js';
import { LinkOpeningService } from './link-opening.service.js';
import { LinkRequests } from './link.requests.js';
import { LinksService } from './links.service.js';
import { OpenedTargetsService } from './opened-targets.service.js';
import { LinkTargetsService } from './link-targets.service.js';
import { RecipientLinksService } from './recipient-links.service.js';

@Module({
  imports: [AccessModule, BundlesModule, CreationLimitsModule, PlanModule, UploadModule, VisitsModule],
  controllers: [LinkRequests],
  providers: [
    LinkChallengesService,
    LinkDownloadsService,
    LinkListService,
    LinkMailLimiterService,
    LinkOpeningService,
    OpenedTargetsService,
    LinksService,
    LinkTargetsService,
    RecipientLinksService,
  ],
})
export class LinksModule {}
