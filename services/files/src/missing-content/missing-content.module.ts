import { Module } from '@nestjs/common';
import { MissingContentRequests } from './missing-content.requests.js';
import { MissingContentService } from './missing-content.service.js';

/** Files whose bytes the store has lost. */
@Module({
  controllers: [MissingContentRequests],
  providers: [MissingContentService],
})
export class MissingContentModule {}
