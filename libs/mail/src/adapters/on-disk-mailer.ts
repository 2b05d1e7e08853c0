import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@waybill/service-kit';
import { replaceFile } from '@waybill/service-kit/durable-files';
import { type Mail, type MailAddress, Mailer } from '../mailer.js';
import { compose } from './compose.js';

const LONGEST_NAME = 60;

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
    // Name the file after the id, so that sending a mail twice makes one file. The log contains this name: it must
    // contain neither the recipient nor the subject, which can have a code, or the name of a person or a file.
    const name = `${slug(mail.id)}.eml`;
    await this.store(name, message as Buffer);
    this.logger.info(
      { file: join(this.folder, name) },
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
  return words.slice(0, LONGEST_NAME).replaceAll(/^-|-$/g, '');
}
