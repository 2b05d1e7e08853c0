import { Module } from '@nestjs/common';
import { MailLimitModule } from '../limits/mail-limit.module.js';
import { OutgoingMailModule } from '../outgoing-mails/outgoing-mail.module.js';
import { ShareMailRequests } from './share-mail.requests.js';
import { ShareMailService } from './share-mail.service.js';

/** Links to files, sent by mail. */
@Module({
  imports: [OutgoingMailModule, MailLimitModule],
  controllers: [ShareMailRequests],
  providers: [ShareMailService],
})
export class ShareMailModule {}
