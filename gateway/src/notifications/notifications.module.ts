import { Module } from '@nestjs/common';
import { NotificationsController } from './notifications.controller.js';

/** Mails about what happens with files. */
@Module({ controllers: [NotificationsController] })
export class NotificationsModule {}
