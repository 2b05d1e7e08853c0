import { Module } from '@nestjs/common';
import { OutgoingMailModule } from '../outgoing-mails/outgoing-mail.module.js';
import { NoticeMailConsumer } from './notice-mail.consumer.js';

/** Mails about files that were taken down, restored, lost or found to be infected. */
@Module({ imports: [OutgoingMailModule], controllers: [NoticeMailConsumer] })
export class NoticeMailModule {}
