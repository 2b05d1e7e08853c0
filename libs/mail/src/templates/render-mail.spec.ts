import { renderMail } from './render-mail.js';

const link = 'https://waybill.example/0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00?via=1&x=2';
const shared = {
  recipientName: 'Ada',
  senderName: 'Bob',
  fileName: 'Plans.pdf',
  fileSize: '2.4 MB',
  expiresAt: '1 March 2026, 12:00 UTC',
  isPasswordProtected: false,
  link,
};

describe('renderMail', () => {
  it.each([
    ['activation', { name: 'Ada', link }, 'Activate your Waybill account'],
    ['sign-up-repeated', { name: 'Ada', link, resetLink: link }, 'You already have a Waybill account'],
    ['password-reset', { name: 'Ada', link }, 'Set a new Waybill password'],
    ['password-changed', { name: 'Ada', link }, 'Your Waybill password was changed'],
    ['link-code', { code: '041592', link }, '041592 is your code to open a shared link'],
    ['share', shared, 'Bob shared “Plans.pdf” with you'],
  ] as const)('renders the %s mail with its link, as text and as HTML', async (name, values, subject) => {
    const mail = await renderMail(name, values as never);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;').replaceAll('=', '&#x3D;')}"`);
    expect(mail.text + mail.html).not.toMatch(/\{\{|undefined|null/);
  });

  it('mentions the files of a bundle', async () => {
    const { html, text } = await renderMail('share', {
      ...shared,
      isBundle: true,
      fileSize: '3 files, 2.4 MB',
    });
    expect(text).toContain('Bob shared files with you: “Plans.pdf” (3 files, 2.4 MB).');
    expect(html).toContain('Open the files');
  });

  it('names one unopened file, and counts and lists several', async () => {
    const one = { name: 'Ada', fileName: 'Plans.pdf', expiresAt: '1 March 2026', link };
    const single = await renderMail('unopened-before-expiry', one);
    expect(single.subject).toBe('Nobody has opened “Plans.pdf”');
    expect(single.text).toContain('It expires on 1 March 2026.');
    expect(single.text).toContain('Change its settings');
    expect(single.html).not.toContain('<blockquote');
    const several = await renderMail('unopened-before-expiry', {
      ...one,
      count: '2 files',
      lines: '• Plans.pdf\n• Offer.pdf',
    });
    expect(several.subject).toBe('Nobody has opened 2 files');
    expect(several.text).toContain('The first of them expires on 1 March 2026.');
    expect(several.text).toContain('• Plans.pdf\n• Offer.pdf');
    expect(several.text).toContain('See your files');
    expect(single.text + several.html).not.toMatch(/\{\{|undefined|null/);
  });

  it('says what the overview counts beyond a daily summary', async () => {
    const values = { name: 'Ada', day: '28 November 2026', total: '6 views', lines: '• Plans.pdf: 6', link };
    const { text } = await renderMail('daily-summary', values);
    expect(text).toContain(
      'The overview also counts your own downloads and views by links whose mails are off.',
    );
  });

  it('names the webhooks that a reset of the password switched off', async () => {
    const plain = await renderMail('password-changed', { name: 'Ada', link });
    expect(plain.text).not.toContain('webhook');
    expect(plain.html).not.toContain('<blockquote');
    const webhooks = '• https://hooks.example.org/\n• https://other.example.org/';
    const { text, html } = await renderMail('password-changed', { name: 'Ada', link, webhooks });
    expect(text).toContain(webhooks);
    expect(text).toContain('These webhooks were switched off');
    expect(html).toContain('• https://other.example.org/');
  });

  it('mentions password and expiry of a shared file only if it has them', async () => {
    const plain = (await renderMail('share', { ...shared, senderName: '', recipientName: '', expiresAt: '' }))
      .text;
    expect(plain).toMatch(
      /^Hello\n\nSomebody who uses Waybill shared a file with you: “Plans\.pdf” \(2\.4 MB\)\.\n\nOpen/,
    );
    const guarded = (await renderMail('share', { ...shared, isPasswordProtected: true })).text;
    expect(guarded).toContain('It is protected by a password');
    expect(guarded).toContain('until 1 March 2026, 12:00 UTC.');
  });

  it('escapes markup in values', async () => {
    const { html, text } = await renderMail('share', {
      ...shared,
      fileName: '<img src=x onerror=alert(1)>"\'',
    });
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src');
    expect(text).toContain('“<img src=x onerror=alert(1)>"\'”');
  });

  it('does not evaluate template syntax in values', async () => {
    expect((await renderMail('share', { ...shared, fileName: '{{link}}' })).text).toContain('“{{link}}”');
  });

  it('prevents values from adding a line', async () => {
    const { subject, text } = await renderMail('share', {
      ...shared,
      senderName: 'Bob\r\nBcc: eve@x.org\u2028Hi',
    });
    expect(subject).toBe('Bob Bcc: eve@x.org Hi shared “Plans.pdf” with you');
    expect(text).not.toMatch(/^Bcc/m);
  });

  it('keeps the line breaks of a message to the operator', async () => {
    const values = {
      name: 'Ada',
      email: 'ada@example.org',
      subject: 'Hi',
      message: 'One\r\ntwo\n\nthree\u0007',
    };
    expect((await renderMail('contact', values)).text).toContain('One\ntwo\n\nthree ');
    expect((await renderMail('contact', values)).subject).toBe('Contact form: Hi');
  });

  it('cuts a subject to 150 characters without splitting a surrogate pair', async () => {
    const { subject } = await renderMail('share', { ...shared, fileName: '🎁'.repeat(300) });
    expect(subject.length).toBeLessThanOrEqual(150);
    expect(subject.isWellFormed()).toBe(true);
  });
});
