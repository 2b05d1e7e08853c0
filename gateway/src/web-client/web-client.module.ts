import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PageTargetService } from './page-target.service.js';
import { WebClientController } from './web-client.controller.js';

/** The pages of the web client. */
@Module({
  imports: [HttpModule, SessionsModule],
  controllers: [WebClientController],
  providers: [PageTargetService],
})
export class WebClientModule {}
