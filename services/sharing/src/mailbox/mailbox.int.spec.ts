import { listMails, getMail } from '@waybill/contracts';
import { SmtpMailer } from '@waybill/mail';
import { shareOf, SharingTestApp } from '../testing/sharing-test-app.js';

describe('MailboxRequests', () => {
  it('lists and opens mails that were kept on disk', async () => {
    const sharing = await SharingTestApp.start();
    const request = shareOf();
    await sharing.share(request);
    await sharing.arrived(1);
    const { mails } = await sharing.service.bus.request(listMails, {});
    const { mail } = await sharing.service.bus.request(getMail, { id: mails![0]!.id });
    await sharing.close();
    expect(mail).toMatchObject({
      to: { address: request.form.recipientEmail },
      subject: expect.stringContaining('Plans.pdf'),
    });
    expect(mail?.html).toContain(request.file.id);
    expect(mail?.text).toContain(request.file.id);
  });

  it('returns null when a mail server is configured', async () => {
    const from = { name: 'Waybill', address: 'post@waybill.example' };
    const sharing = await SharingTestApp.start({
      openMailer: () => new SmtpMailer('smtp://127.0.0.1:9', from),
    });
    const { mails } = await sharing.service.bus.request(listMails, {});
    const { mail } = await sharing.service.bus.request(getMail, { id: 'any' });
    await sharing.close();
    expect([mails, mail]).toEqual([null, null]);
  });
});
