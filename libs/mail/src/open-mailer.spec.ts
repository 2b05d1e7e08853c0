import { createLogger, readEnvironment } from '@waybill/service-kit';
import { OnDiskMailer } from './adapters/on-disk-mailer.js';
import { SmtpMailer } from './adapters/smtp-mailer.js';
import { contactAddress, mailEnv } from './mail.env.js';
import { openMailer } from './open-mailer.js';

describe('openMailer', () => {
  const logger = createLogger('test', 'silent');
  const read = (environment: Record<string, string>) => readEnvironment(mailEnv, environment);
  const smtp = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: '"Waybill" <post@example.org>' };

  it('stores mails on disk unless a mail server is configured', () => {
    expect(openMailer(read({}), '/nowhere', logger)).toBeInstanceOf(OnDiskMailer);
    expect(openMailer(read(smtp), '/nowhere', logger)).toBeInstanceOf(SmtpMailer);
  });

  it('requires a sender if mails are sent', () => {
    expect(() => openMailer(read({ SMTP_URL: smtp.SMTP_URL }), '/nowhere', logger)).toThrow(
      'MAIL_FROM is not set, but needed to send mails by SMTP_URL.',
    );
  });

  it.each(['Waybill', 'a@b@c', 'a b@c.org', 'x <y', '<a@b.org>, <c@d.org>'])(
    'refuses the sender %s',
    (from) => {
      expect(() => read({ MAIL_FROM: from })).toThrow(/^MAIL_FROM must be an e-mail address/);
    },
  );

  it('sends contact messages to MAIL_FROM without a CONTACT_EMAIL', () => {
    expect(contactAddress(read({ ...smtp, CONTACT_EMAIL: 'help@example.org' })).address).toBe(
      'help@example.org',
    );
    expect(contactAddress(read(smtp))).toEqual({ name: 'Waybill', address: 'post@example.org' });
  });
});
