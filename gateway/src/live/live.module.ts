import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { LiveFeedService } from './live-feed.service.js';
import { LiveSlotsService } from './live-slots.service.js';
import { LiveController } from './live.controller.js';

/** Server-sent events about the files and bundles of accounts. */
@Module({
  imports: [HttpModule, SessionsModule],
  controllers: [LiveController],
  providers: [LiveFeedService, LiveSlotsService],
})
export class LiveModule {}
