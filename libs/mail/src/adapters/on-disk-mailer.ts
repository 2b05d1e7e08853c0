import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@waybill/service-kit';
import { replaceFile } from '@waybill/service-kit/durable-files';
import { type Mail, type MailAddress, Mailer } from '../mailer.js';
import { compose } from './compose.js';

const LONGEST_PART = 60;

/** Stores mails as `.eml` files, which any mail program opens. For an installation without a mail server. */
export class OnDiskMailer extends Mailer {
  /**
   * @param folder created if missing; readable by the owner only, because links in mails give access to accounts
   */
  constructor(
    private readonly folder: string,
    private readonly from: MailAddress,
    private readonly logger: Logger,
  ) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    // Loaded with the first mail: the library takes 15 MiB of memory.
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await composer.sendMail(compose(mail, this.from));
    // Names the file after subject and id, so that sending a mail twice makes one file.
    const end = `--${slug(mail.id)}.eml`;
    await this.store(`${slug(mail.subject)}${end}`, message as Buffer);
    // Leaves out the subject: it can contain a code, or the name of a person or a file.
    this.logger.info(
      { file: join(this.folder, `*${end}`) },
      'Stored a mail on disk instead of sending it: no mail server is configured',
    );
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await access(this.folder, constants.W_OK);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async store(name: string, content: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(this.folder, name), content);
  }
}

function slug(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return words.slice(0, LONGEST_PART).replaceAll(/^-|-$/g, '');
}
