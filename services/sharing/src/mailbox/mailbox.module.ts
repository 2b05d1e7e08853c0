import { Module } from '@nestjs/common';
import { MailboxRequests } from './mailbox.requests.js';

/** Mails kept on disk because no mail server is configured. */
@Module({ controllers: [MailboxRequests] })
export class MailboxModule {}
