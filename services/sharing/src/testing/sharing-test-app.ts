import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningService, startMigratedPostgres, startService } from '@waybill/bus/testing';
import { type DataOf, fileUploaded, type InputOf, shareByEmail } from '@waybill/contracts';
import { JobsModule } from '@waybill/jobs';
import { RateLimiterModule } from '@waybill/redis';
import { MailModule, type Mailer, OnDiskMailbox, OnDiskMailer } from '@waybill/mail';
import { createLogger, ManualClock } from '@waybill/service-kit';
import { eventually, temporaryFolder } from '@waybill/testing';
import { Keyring } from '@waybill/storage';
import { DataSource } from 'typeorm';
import { sharingDatabase } from '../database/sharing.database.js';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';
import { UnsentMailSweep } from '../outgoing-mails/unsent-mail.sweep.js';
import { SharingModule } from '../sharing.module.js';

export const publicUrl = 'https://waybill.example';
/** The master key that wraps the secrets of webhooks. */
export const masterKey = randomBytes(32);
const keyring = new Keyring([masterKey]);
export const contactEmail = { name: 'Help', address: 'help@waybill.example' };

interface SharingTestOptions {
  /** Creates the mailer. By default mails are kept on disk. */
  readonly openMailer?: () => Mailer;
  /** Whether WEBHOOK_PRIVATE_NETWORKS is `allow`. */
  readonly allowsPrivateWebhooks?: boolean;
  /** Value of VISIT_RETENTION_DAYS. */
  readonly visitRetentionDays?: number | null;
  /** By default those of the system. */
  readonly webhookDnsServers?: readonly string[];
}

/** The sharing service on a real database with an on-disk mailbox, and helpers for tests. */
export class SharingTestApp {
  private constructor(
    readonly service: RunningService,
    readonly clock: ManualClock,
    /** Folder of the on-disk mailbox. */
    readonly mailbox: string,
    /** Starts another replica of the service, on the same database. */
    readonly startReplica: () => Promise<RunningService>,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  static async start({
    openMailer,
    allowsPrivateWebhooks = false,
    visitRetentionDays = null,
    webhookDnsServers,
  }: SharingTestOptions = {}): Promise<SharingTestApp> {
    const jobs = (url: string, performs: boolean) =>
      JobsModule.forRoot({ backend: { kind: 'postgres', url }, performs });
    const [postgres, folder] = await Promise.all([
      startMigratedPostgres(sharingDatabase, (url) => [jobs(url, false)]),
      temporaryFolder(),
    ]);
    const mailbox = join(folder.path, 'mails');
    const from = { name: 'Waybill', address: 'post@waybill.example' };
    const mailer = openMailer?.() ?? new OnDiskMailer(mailbox, from, createLogger('test', 'silent'));
    const clock = new ManualClock();
    const startReplica = () =>
      startService({
        module: SharingModule.forRoot({
          publicUrl,
          contactEmail,
          keyring,
          allowsPrivateWebhooks,
          visitRetentionDays,
          ...(webhookDnsServers && { webhookDnsServers }),
        }),
        database: sharingDatabase,
        service: 'sharing',
        url: postgres.url,
        clock,
        imports: [
          jobs(postgres.url, true),
          RateLimiterModule.forMemory(),
          MailModule.forRoot({ mailer, mailbox: openMailer ? null : new OnDiskMailbox(mailbox) }),
        ],
      });
    const service = await startReplica();
    return new SharingTestApp(service, clock, mailbox, startReplica, async () => {
      await service.close();
      await Promise.all([postgres.stop(), folder.remove()]);
    });
  }

  close(): Promise<void> {
    return this.cleanUp();
  }

  share(changes: Partial<InputOf<typeof shareByEmail>> = {}) {
    return this.service.bus.request(shareByEmail, shareOf(changes));
  }

  /** Publishes the upload of a PDF, with `changes`. @returns its id */
  async upload(userId: string | null, changes: Partial<DataOf<typeof fileUploaded>> = {}): Promise<string> {
    const fileId = changes.fileId ?? randomUUID();
    await this.service.publish(fileUploaded, fileId, {
      fileId,
      version: 1,
      userId,
      browserId: null,
      originalName: 'Plans.pdf',
      size: 12,
      mimeType: 'application/pdf',
      createdAt: this.clock.now().toISOString(),
      deleteAt: null,
      isPasswordProtected: false,
      previewKind: 'pdf',
      ...changes,
    });
    return fileId;
  }

  /** Waits until at least `count` mails are in the mailbox. @returns them, decoded */
  arrived(count: number): Promise<string[]> {
    return eventually(async () => {
      const names = (await readdir(this.mailbox)).filter((name) => name.endsWith('.eml'));
      if (names.length < count) throw new Error(`${names.length} of ${count} mails arrived`);
      return Promise.all(
        names.map(async (name) => decode(await readFile(join(this.mailbox, name), 'latin1'))),
      );
    });
  }

  /** All rows of mails, oldest first. */
  rows(): Promise<OutgoingMail[]> {
    const database: DataSource = this.service.get(DataSource);
    return database.manager.find(OutgoingMail, { order: { createdAt: 'ASC' } });
  }

  /** Waits until the first mail satisfies `expected`. */
  row(expected: (row: OutgoingMail) => boolean): Promise<OutgoingMail> {
    return this.rowAfter(() => Promise.resolve(), expected);
  }

  /**
   * Sweeps until the first mail satisfies `expected`. Repeatedly, because a running job of a mail is not enqueued
   * again.
   */
  sweptRow(expected: (row: OutgoingMail) => boolean): Promise<OutgoingMail> {
    return this.rowAfter(() => this.sweep(), expected);
  }

  sweep(): Promise<void> {
    return this.service.get(UnsentMailSweep).sweep();
  }

  private rowAfter(
    before: () => Promise<void>,
    expected: (row: OutgoingMail) => boolean,
  ): Promise<OutgoingMail> {
    return eventually(async () => {
      await before();
      const [row] = await this.rows();
      if (!row || !expected(row)) throw new Error(`The mail is ${JSON.stringify(row)}`);
      return row;
    });
  }
}

/** A valid request to share a file, with `changes`. */
export function shareOf(changes: Partial<InputOf<typeof shareByEmail>> = {}): InputOf<typeof shareByEmail> {
  return {
    caller: { userId: randomUUID(), browserId: null, address: '192.0.2.1' },
    senderName: 'Bob',
    file: {
      id: randomUUID(),
      originalName: 'Plans.pdf',
      size: 2_500_000,
      deleteAt: null,
      isPasswordProtected: false,
    },
    form: { recipientEmail: 'ada@example.org', recipientName: 'Ada' },
    ...changes,
  };
}

/** Decodes quoted-printable. */
function decode(message: string): string {
  const bytes = message
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
