import { Module } from '@nestjs/common';
import { OutgoingMailModule } from '../outgoing-mails/outgoing-mail.module.js';
import { LinkCodeMailConsumer } from './link-code-mail.consumer.js';

/** Mails to visitors of links that ask for a proven address. */
@Module({ imports: [OutgoingMailModule], controllers: [LinkCodeMailConsumer] })
export class LinkCodeModule {}
