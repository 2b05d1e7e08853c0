import { formatSize, type InputOf, type shareByEmail } from '@waybill/contracts';
import type { MailValues } from '@waybill/mail';
import { countOf, formatTime } from '../mail-text.js';
import { safeFileName, safePersonName } from '../untrusted-text/untrusted-text.policy.js';

/** Values of the share mail template. */
export function presentShareMail(
  { senderName, file, form }: InputOf<typeof shareByEmail>,
  link: string,
): MailValues<'share'> {
  return {
    recipientName: safePersonName(form.recipientName),
    senderName: safePersonName(senderName ?? ''),
    fileName: safeFileName(file.originalName),
    fileSize: sizeOf(file),
    isBundle: file.kind === 'bundle',
    expiresAt: file.deleteAt ? formatTime(new Date(file.deleteAt)) : '',
    isPasswordProtected: file.isPasswordProtected,
    link,
  };
}

function sizeOf({ size, fileCount }: InputOf<typeof shareByEmail>['file']): string {
  if (fileCount === undefined) return formatSize(size);
  return `${countOf(fileCount, 'file')}, ${formatSize(size)}`;
}
