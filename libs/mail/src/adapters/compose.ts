import type { SendMailOptions } from 'nodemailer';
import type { Mail, MailAddress } from '../mailer.js';

/** The mail in nodemailer's terms. Addresses are objects, so that a name can never become a second receiver. */
export function compose(mail: Mail, from: MailAddress): SendMailOptions {
  return {
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    from: { ...from },
    to: { ...mail.to },
    envelope: { from: from.address, to: mail.to.address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // What a person wrote may be answered by machines; what we wrote may not, or two machines go on for ever.
    ...(mail.replyTo
      ? { replyTo: { ...mail.replyTo } }
      : { headers: { 'Auto-Submitted': 'auto-generated' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
