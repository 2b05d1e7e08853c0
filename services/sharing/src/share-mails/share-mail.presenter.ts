import type { InputOf, shareByEmail } from '@waybill/contracts';
import type { MailValues } from '@waybill/mail';

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const LONGEST_NAME = 80;
/** Text that mail clients turn into a link: an address, or words joined by a dot. */
const LINK_LIKE = /:\/\/|\/|@|\w\.\w/;

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Values of the share mail template. */
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
 * Returns the name of a person, or an empty string if it looks like a link. Strangers choose this name, and the mail
 * is sent from the operator's address, so it must not contain their links.
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
