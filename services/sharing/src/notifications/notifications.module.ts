import { Module } from '@nestjs/common';
import { OutgoingMailModule } from '../outgoing-mails/outgoing-mail.module.js';
import { TargetsModule } from '../targets/targets.module.js';
import { MutedLinksService } from './muted-links.service.js';
import { NotificationConsumer } from './notification.consumer.js';
import { NotificationSettingsRequests } from './notification-settings.requests.js';
import { NotificationSettingsService } from './notification-settings.service.js';
import { NotificationSweep } from './notification.sweep.js';
import { NotificationsService } from './notifications.service.js';
import { OwnerNotificationsService } from './owner-notifications.service.js';
import { ViewNotificationsService } from './view-notifications.service.js';

/** Mails to owners about events of their files and webhooks. */
@Module({
  imports: [OutgoingMailModule, TargetsModule],
  controllers: [NotificationConsumer, NotificationSettingsRequests],
  providers: [
    NotificationsService,
    NotificationSettingsService,
    MutedLinksService,
    ViewNotificationsService,
    OwnerNotificationsService,
    NotificationSweep,
  ],
  exports: [NotificationsService, MutedLinksService, ViewNotificationsService, OwnerNotificationsService],
})
export class NotificationsModule {}
