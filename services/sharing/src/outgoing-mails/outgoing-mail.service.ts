import { Inject, Injectable } from '@nestjs/common';
import { Jobs } from '@waybill/jobs';
import { type MailTemplateName, type MailValues, renderMail } from '@waybill/mail';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { OutgoingMail } from './outgoing-mail.entity.js';
import { sendMail } from './outgoing-mail.job.js';
import { mailExpiresAt } from './outgoing-mail.policy.js';

export interface NewMail<Name extends MailTemplateName> {
  /** The caller's choice, so that the same cause never makes two mails. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly template: Name;
  readonly values: MailValues<Name>;
  readonly userId?: string | null;
  readonly fileId?: string;
  /** When what the mail tells of ends; null when it does not. */
  readonly expiresAt?: Date | null;
}

/** Mails on their way out. */
@Injectable()
export class OutgoingMailService {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Accepts a mail in the transaction of what caused it. It leaves once that commits, and never when it does not. */
  async add<Name extends MailTemplateName>(manager: EntityManager, mail: NewMail<Name>): Promise<void> {
    const now = this.clock.now();
    const { subject, text, html } = renderMail(mail.template, mail.values);
    await manager.insert(OutgoingMail, {
      id: mail.id,
      toName: mail.to.name,
      toAddress: mail.to.address,
      replyToName: mail.replyTo?.name ?? null,
      replyToAddress: mail.replyTo?.address ?? null,
      subject,
      body: { text, html },
      userId: mail.userId ?? null,
      fileId: mail.fileId ?? null,
      createdAt: now,
      expiresAt: mailExpiresAt(now, mail.expiresAt ?? null),
      attempts: 0,
      nextAttemptAt: now,
    });
  }

  /** After the commit: lets the mail leave at once. Never fails, as the sweep would send it, too. */
  async enqueue(mailId: string): Promise<void> {
    try {
      await this.jobs.add(sendMail, { mailId }, { id: mailId });
    } catch (error) {
      this.logger.warn({ err: error, mailId }, 'mail waits for the sweep');
    }
  }
}
