import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { TargetsModule } from '../targets/targets.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { WebhookSuspensionConsumer } from './webhook-suspension.consumer.js';
import { BundleActivityConsumer } from './bundle-activity.consumer.js';
import { FileActivityConsumer } from './file-activity.consumer.js';
import { LinkActivityConsumer } from './link-activity.consumer.js';
import { VisitActivityConsumer } from './visit-activity.consumer.js';

/** Consumers of the events of files, bundles, links and accounts, for webhooks and notifications. */
@Module({
  imports: [TargetsModule, WebhooksModule, NotificationsModule],
  controllers: [
    FileActivityConsumer,
    BundleActivityConsumer,
    LinkActivityConsumer,
    VisitActivityConsumer,
    WebhookSuspensionConsumer,
  ],
})
export class ActivityModule {}
