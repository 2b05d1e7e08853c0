import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@waybill/service-kit';
import { replaceFile } from '@waybill/service-kit/durable-files';
import { createTransport } from 'nodemailer';
import { type Mail, type MailAddress, Mailer } from '../mailer.js';
import { compose } from './compose.js';

const LONGEST_PART = 60;

/** Keeps mails as `.eml` files, which any mail program opens. For a machine without a mail server. */
export class OnDiskMailer extends Mailer {
  private readonly composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  /** @param folder made when missing; closed to others, as links in mails open accounts */
  constructor(
    private readonly folder: string,
    private readonly from: MailAddress,
    private readonly logger: Logger,
  ) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    const { message } = await this.composer.sendMail(compose(mail, this.from));
    // Named by the mail alone, so that the same mail sent twice is one file; not by its receiver, as the log names it.
    const name = `${slug(mail.subject)}--${slug(mail.id)}.eml`;
    await this.keep(name, message as Buffer);
    this.logger.info(
      { file: join(this.folder, name) },
      'There is no mail server: a mail was kept instead of sent',
    );
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await access(this.folder, constants.W_OK);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async keep(name: string, content: Buffer): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(this.folder, name), content);
  }
}

function slug(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return words.slice(0, LONGEST_PART).replaceAll(/^-|-$/g, '');
}
