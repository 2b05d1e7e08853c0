import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { WebClientController } from './web-client.controller.js';

/** The pages of the web client. */
@Module({ imports: [HttpModule], controllers: [WebClientController] })
export class WebClientModule {}
