import { Inject, Injectable } from '@nestjs/common';
import { accountKey, lockAgainstDeletion } from '@waybill/bus';
import { Jobs } from '@waybill/jobs';
import { type MailTemplateName, type MailValues, renderMail } from '@waybill/mail';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { OutgoingMail } from './outgoing-mail.entity.js';
import { sendMail } from './outgoing-mail.job.js';
import { mailExpiresAt } from './outgoing-mail.policy.js';

export interface NewMail<Name extends MailTemplateName> {
  /** Chosen by the caller. A second mail with the same id is refused, so one event sends one mail. */
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly template: Name;
  readonly values: MailValues<Name>;
  /** Stops mails of this kind. */
  readonly unsubscribeUrl?: string;
  /** Deletes the row once the mail is sent or given up. */
  readonly isTransient?: boolean;
  readonly userId?: string | null;
  /** File or bundle the mail is about. The mail is deleted with it. */
  readonly targetId?: string;
  /** Time after which the mail is useless, such as the expiry of its reset link. Null if there is none. */
  readonly expiresAt?: Date | null;
}

/** Queue of outgoing mails. */
@Injectable()
export class OutgoingMailService {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Queues a mail in the transaction of its cause: it is sent only if that transaction commits. Does nothing for an
   * account that was deleted, since the event of the mail can arrive later.
   */
  async add<Name extends MailTemplateName>(manager: EntityManager, mail: NewMail<Name>): Promise<void> {
    if (mail.userId && !(await lockAgainstDeletion(manager, accountKey(mail.userId)))) return;
    const now = this.clock.now();
    const { subject, text, html } = await renderMail(mail.template, mail.values, mail.unsubscribeUrl);
    await manager.insert(OutgoingMail, {
      id: mail.id,
      toName: mail.to.name,
      toAddress: mail.to.address,
      replyToName: mail.replyTo?.name ?? null,
      replyToAddress: mail.replyTo?.address ?? null,
      subject,
      body: { text, html },
      unsubscribeUrl: mail.unsubscribeUrl ?? null,
      isTransient: mail.isTransient ?? false,
      userId: mail.userId ?? null,
      targetId: mail.targetId ?? null,
      createdAt: now,
      expiresAt: mailExpiresAt(now, mail.expiresAt ?? null),
      attempts: 0,
      nextAttemptAt: now,
    });
  }

  /** Sends a queued mail without waiting for the sweep. Call after the commit. Never throws: the sweep retries. */
  async enqueue(mailId: string): Promise<void> {
    try {
      await this.jobs.add(sendMail, { mailId }, { id: mailId });
    } catch (error) {
      this.logger.warn({ err: error, mailId }, 'Enqueueing a mail failed, the sweep will send it');
    }
  }
}
