import { Module } from '@nestjs/common';
import { MissingContentModule } from './missing-content.module.js';
import { MissingContentRequests } from './missing-content.requests.js';

/** Handles the gateway's reports of lost bytes. */
@Module({ imports: [MissingContentModule], controllers: [MissingContentRequests] })
export class MissingContentRequestsModule {}
