import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { TargetsModule } from '../targets/targets.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { DataErasureConsumer } from './data-erasure.consumer.js';

@Module({
  imports: [TargetsModule, NotificationsModule, WebhooksModule],
  controllers: [DataErasureConsumer],
})
export class DataErasureModule {}
