import { Module } from '@nestjs/common';
import { MailboxController } from './mailbox.controller.js';

/** Mails that were kept because no mail server is configured. */
@Module({ controllers: [MailboxController] })
export class MailboxModule {}
