import type { InputOf, shareByEmail } from '@waybill/contracts';
import type { MailValues } from '@waybill/mail';

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const LONGEST_NAME = 80;
/** What mail programs make a link of, were it a person's name: an address, or words joined by a dot. */
const LINK_LIKE = /:\/\/|\/|@|\w\.\w/;

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** What a share mail says of the file and the people. */
export function presentShareMail(
  { senderName, file, form }: InputOf<typeof shareByEmail>,
  link: string,
): MailValues<'share'> {
  return {
    recipientName: withoutLinks(form.recipientName),
    senderName: withoutLinks(senderName ?? ''),
    fileName: file.originalName,
    fileSize: formatSize(file.size),
    expiresAt: file.deleteAt ? `${dates.format(new Date(file.deleteAt))} UTC` : '',
    isPasswordProtected: file.isPasswordProtected,
    link,
  };
}

/**
 * `name`, or nothing where it is no name: mails go to strangers in our name, so whoever sends them must not be
 * able to make them carry a link of their own.
 */
export function withoutLinks(name: string): string {
  return LINK_LIKE.test(name) ? '' : name.slice(0, LONGEST_NAME).trim();
}

/** Base 1024, two decimals (spec §9). */
export function formatSize(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  return `${power === 0 ? amount : amount.toFixed(2)} ${UNITS[power] ?? ''}`;
}
