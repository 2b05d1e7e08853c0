import { Module } from '@nestjs/common';
import { MailLimitModule } from '../limits/mail-limit.module.js';
import { OutgoingMailModule } from '../outgoing-mails/outgoing-mail.module.js';
import { ContactRequests } from './contact.requests.js';
import { ContactService } from './contact.service.js';

/** Contact form. */
@Module({
  imports: [OutgoingMailModule, MailLimitModule],
  controllers: [ContactRequests],
  providers: [ContactService],
})
export class ContactModule {}
