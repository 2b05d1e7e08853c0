import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { MissingContentRequests } from './missing-content.requests.js';
import { MissingContentService } from './missing-content.service.js';
import { RestoredContentSweep } from './restored-content.sweep.js';

/** Files whose bytes the store has lost. */
@Module({
  imports: [SweepModule],
  controllers: [MissingContentRequests],
  providers: [MissingContentService, RestoredContentSweep],
})
export class MissingContentModule {}
