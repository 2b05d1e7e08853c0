import { Module } from '@nestjs/common';
import { VisitsModule } from '../visits/visits.module.js';
import { BundleContentsModule } from '../bundle-contents/bundle-contents.module.js';
import { LinkOpeningsService } from './link-openings.service.js';
import { LinksController } from './links.controller.js';

/** Links of files and bundles: creating, listing, changing, revoking and opening them. */
@Module({
  imports: [BundleContentsModule, VisitsModule],
  controllers: [LinksController],
  providers: [LinkOpeningsService],
})
export class LinksModule {}
