import { nullIfMissing } from '@waybill/service-kit';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type StoredMail, Mailbox, type StoredMailDetail } from '../mailbox.js';

const EXTENSION = '.eml';
/** Ids that OnDiskMailer generates. They contain no path separator, so a path cannot leave the folder. */
const ID = /^[a-z0-9-]+$/;
const MOST_LISTED = 100;

/** Reads the mails that OnDiskMailer stored in the folder. */
export class OnDiskMailbox extends Mailbox {
  constructor(private readonly folder: string) {
    super();
  }

  async list(): Promise<StoredMail[]> {
    const ids = ((await nullIfMissing(readdir(this.folder))) ?? []).filter(isMail).map(idOf);
    const dated = await Promise.all(ids.map(async (id) => ({ id, keptAt: await this.keptAt(id) })));
    const newest = dated
      .filter(({ keptAt }) => keptAt !== null)
      .sort((one, other) => Number(other.keptAt) - Number(one.keptAt))
      .slice(0, MOST_LISTED);
    const mails = await Promise.all(newest.map(({ id }) => this.open(id)));
    return mails
      .filter((mail) => mail !== null)
      .map(({ id, to, subject, keptAt }) => ({ id, to, subject, keptAt }));
  }

  async open(id: string): Promise<StoredMailDetail | null> {
    if (!ID.test(id)) return null;
    const keptAt = await this.keptAt(id);
    const message = await nullIfMissing(readFile(this.pathOf(id)));
    if (!keptAt || !message) return null;
    // Loaded when the first mail is read.
    const { default: PostalMime } = await import('postal-mime');
    const { subject = '', to, text = '', html = '' } = await PostalMime.parse(message);
    const [receiver] = to ?? [];
    return {
      id,
      to: { name: receiver?.name ?? '', address: receiver?.address ?? '' },
      subject,
      keptAt,
      text,
      html,
    };
  }

  private async keptAt(id: string): Promise<Date | null> {
    return (await nullIfMissing(stat(this.pathOf(id))))?.mtime ?? null;
  }

  private pathOf(id: string): string {
    return join(this.folder, id + EXTENSION);
  }
}

function isMail(name: string): boolean {
  return name.endsWith(EXTENSION) && ID.test(idOf(name));
}

function idOf(name: string): string {
  return name.slice(0, -EXTENSION.length);
}
