import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { TargetsModule } from '../targets/targets.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AccountConsumer } from './account.consumer.js';
import { BundleConsumer } from './bundle.consumer.js';
import { FileConsumer } from './file.consumer.js';
import { LinkConsumer } from './link.consumer.js';
import { VisitConsumer } from './visit.consumer.js';

/** Consumers of what happens with files, bundles, links and accounts, for webhooks and notifications. */
@Module({
  imports: [TargetsModule, WebhooksModule, NotificationsModule],
  controllers: [FileConsumer, BundleConsumer, LinkConsumer, VisitConsumer, AccountConsumer],
})
export class ActivityModule {}
