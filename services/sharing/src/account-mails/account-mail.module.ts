import { Module } from '@nestjs/common';
import { OutgoingMailModule } from '../outgoing-mails/outgoing-mail.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AccountMailConsumer } from './account-mail.consumer.js';

/** Mails to the owner of an account. */
@Module({ imports: [OutgoingMailModule, WebhooksModule], controllers: [AccountMailConsumer] })
export class AccountMailModule {}
