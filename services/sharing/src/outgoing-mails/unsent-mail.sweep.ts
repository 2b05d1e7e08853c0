import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Performs } from '@waybill/jobs';
import { MAILBOX, type Mailbox } from '@waybill/mail';
import { Clock } from '@waybill/service-kit';
import { DataSource, IsNull, LessThan, LessThanOrEqual } from 'typeorm';
import { OutgoingMail } from './outgoing-mail.entity.js';
import { OutgoingMailService } from './outgoing-mail.service.js';
import { sweepMails } from './outgoing-mail.job.js';
import { mailsRetainedSince } from './outgoing-mail.policy.js';

const SWEEP_EVERY_MS = 30_000;
/** Mails enqueued by one sweep. The next sweep continues. */
const BATCH = 500;

/** Enqueues due mails: the first attempt if its job was lost, and every retry. Deletes old mails. */
@Injectable()
export class UnsentMailSweep implements OnApplicationBootstrap {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly outgoing: OutgoingMailService,
    private readonly clock: Clock,
    @Inject(MAILBOX) private readonly mailbox: Mailbox | null,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.every(sweepMails, SWEEP_EVERY_MS, {});
  }

  @Performs(sweepMails)
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const due = await this.database.manager.find(OutgoingMail, {
      select: { id: true },
      where: { nextAttemptAt: LessThanOrEqual(now) },
      order: { nextAttemptAt: 'ASC' },
      take: BATCH,
    });
    for (const { id } of due) await this.outgoing.enqueue(id);
    const retainedSince = mailsRetainedSince(now);
    await this.database.manager.delete(OutgoingMail, {
      nextAttemptAt: IsNull(),
      createdAt: LessThan(retainedSince),
    });
    await this.mailbox?.deleteBefore(retainedSince);
  }
}
