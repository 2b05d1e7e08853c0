import { nullIfMissing } from '@waybill/service-kit';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
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
    const newest = (await this.dated())
      .sort((one, other) => other.keptAt.getTime() - one.keptAt.getTime())
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

  async deleteBefore(time: Date): Promise<void> {
    for (const { id, keptAt } of await this.dated())
      if (keptAt < time) await rm(this.pathOf(id), { force: true });
  }

  private async dated(): Promise<{ id: string; keptAt: Date }[]> {
    const ids = (await this.names()).filter(isMail).map(idOf);
    const dated = await Promise.all(ids.map(async (id) => ({ id, keptAt: await this.keptAt(id) })));
    return dated.flatMap(({ id, keptAt }) => (keptAt === null ? [] : [{ id, keptAt }]));
  }

  /** Names of the files; none without the folder. A file in its place fails the check of OnDiskMailer. */
  private async names(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
      throw error;
    }
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
