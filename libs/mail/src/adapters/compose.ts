import type { SendMailOptions } from 'nodemailer';
import type { Mail, MailAddress } from '../mailer.js';

/**
 * Converts a mail to nodemailer's options. Addresses are passed as objects, so that a name cannot add a recipient.
 */
export function compose(mail: Mail, from: MailAddress): SendMailOptions {
  return {
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    from: { ...from },
    to: { ...mail.to },
    envelope: { from: from.address, to: mail.to.address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // Mark mails without a human author as auto-generated: otherwise two autoresponders could reply to each other
    // for ever.
    ...(mail.replyTo
      ? { replyTo: { ...mail.replyTo } }
      : { headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** One-click unsubscribe by RFC 8058: mail programs send a POST, and only people open the address. */
function unsubscribeHeaders({ unsubscribeUrl }: Mail) {
  return unsubscribeUrl === undefined
    ? {}
    : {
        // On one line: some mail programs do not unfold it.
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
}
