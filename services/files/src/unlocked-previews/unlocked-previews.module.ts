import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { UnlockedPreviewModule } from '../unlocked-preview/unlocked-preview.module.js';
import { UnlockedPreviewsRequests } from './unlocked-previews.requests.js';
import { UnlockedPreviewsService } from './unlocked-previews.service.js';

/** Previews of Office files with the password of the document. */
@Module({
  imports: [AccessModule, UnlockedPreviewModule],
  controllers: [UnlockedPreviewsRequests],
  providers: [UnlockedPreviewsService],
})
export class UnlockedPreviewsModule {}
