import { Inject, Injectable } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { Mailer, MailRefusedError } from '@waybill/mail';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual, type UpdateResult } from 'typeorm';
import { OutgoingMail } from './outgoing-mail.entity.js';
import { sendMail } from './outgoing-mail.job.js';
import { mailLeaseUntil, nextMailAttemptAt } from './outgoing-mail.policy.js';

/**
 * Sends due mails, at least once. If the process dies after the mail server accepted a mail and before the row is
 * updated, the mail is sent again with the same Message-ID.
 */
@Injectable()
export class MailSenderService {
  constructor(
    private readonly database: DataSource,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Performs(sendMail)
  async send({ mailId }: { mailId: string }): Promise<void> {
    const mail = await this.claim(mailId);
    if (!mail?.body) return;
    if (mail.expiresAt <= this.clock.now()) {
      await this.fail(mail, mail.lastError ?? 'expired before it could be sent');
      return;
    }
    try {
      await this.mailer.send({
        id: mail.id,
        to: { name: mail.toName, address: mail.toAddress },
        replyTo: mail.replyToAddress
          ? { name: mail.replyToName ?? '', address: mail.replyToAddress }
          : undefined,
        subject: mail.subject,
        unsubscribeUrl: mail.unsubscribeUrl ?? undefined,
        ...mail.body,
      });
    } catch (error) {
      await this.handleFailure(mail, error as Error);
      return;
    }
    await this.end(mail, { sentAt: this.clock.now(), lastError: null });
  }

  /** Takes a due mail for one attempt. Concurrent jobs of the same mail get null. */
  private async claim(mailId: string): Promise<OutgoingMail | null> {
    const now = this.clock.now();
    const { affected } = await this.database
      .createQueryBuilder()
      .update(OutgoingMail)
      .set({ attempts: () => 'attempts + 1', nextAttemptAt: mailLeaseUntil(now) })
      .where({ id: mailId, nextAttemptAt: LessThanOrEqual(now) })
      .execute();
    return affected === 1 ? this.database.manager.findOneBy(OutgoingMail, { id: mailId }) : null;
  }

  private async handleFailure(mail: OutgoingMail, error: Error): Promise<void> {
    if (error instanceof MailRefusedError) {
      await this.fail(mail, error.message);
      return;
    }
    const next = nextMailAttemptAt(this.clock.now(), mail.attempts);
    this.logger.warn({ err: error, mailId: mail.id, next }, 'Sending a mail failed, it will be retried');
    await this.update(mail.id, { nextAttemptAt: next, lastError: error.message });
  }

  private async fail(mail: OutgoingMail, reason: string): Promise<void> {
    this.logger.error({ mailId: mail.id, attempts: mail.attempts, reason }, 'Giving up on a mail');
    await this.end(mail, { failedAt: this.clock.now(), lastError: reason });
  }

  private async end({ id, isTransient }: OutgoingMail, changes: Partial<OutgoingMail>): Promise<void> {
    if (isTransient) await this.database.manager.delete(OutgoingMail, { id });
    else await this.update(id, { ...changes, nextAttemptAt: null, body: null });
  }

  private update(id: string, changes: Partial<OutgoingMail>): Promise<UpdateResult> {
    return this.database.manager.update(OutgoingMail, { id }, changes);
  }
}
