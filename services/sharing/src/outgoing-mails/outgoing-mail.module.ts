import { Module } from '@nestjs/common';
import { MailSenderService } from './mail-sender.service.js';
import { OutgoingMailService } from './outgoing-mail.service.js';
import { UnsentMailSweep } from './unsent-mail.sweep.js';

/** Queue of outgoing mails: rows, send jobs and the sweep. */
@Module({
  providers: [OutgoingMailService, MailSenderService, UnsentMailSweep],
  exports: [OutgoingMailService],
})
export class OutgoingMailModule {}
