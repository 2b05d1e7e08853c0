import { Module } from '@nestjs/common';
import { OutgoingMailModule } from '../outgoing-mails/outgoing-mail.module.js';
import { NotificationConsumer } from './notification.consumer.js';
import { NotificationsService } from './notifications.service.js';

/** Mails to owners about what happened with their files and webhooks. */
@Module({
  imports: [OutgoingMailModule],
  controllers: [NotificationConsumer],
  providers: [NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}
