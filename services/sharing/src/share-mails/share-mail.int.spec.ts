import { randomUUID } from 'node:crypto';
import { type AppError, linkSent } from '@waybill/contracts';
import { publicUrl, shareOf, SharingTestApp } from '../testing/sharing-test-app.js';

describe('ShareMailRequests', () => {
  let sharing: SharingTestApp;
  beforeEach(async () => void (sharing = await SharingTestApp.start()));
  afterEach(() => sharing.close());

  const browserAt = (address: string) => ({ userId: null, browserId: randomUUID(), address });
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error as AppError,
    );

  it('mails the link and publishes its id for analytics', async () => {
    const request = shareOf();
    const { message } = await sharing.share(request);
    const [mail] = await sharing.arrived(1);
    const [event] = sharing.service.published();
    expect(message).toBe('The link is on its way to ada@example.org');
    expect(event).toMatchObject({
      type: linkSent.type,
      data: { fileId: request.file.id, recipientName: 'Ada', sentAt: sharing.clock.now().toISOString() },
    });
    expect(mail).toContain(`${publicUrl}/${request.file.id}?via=${event?.subject ?? ''}`);
    expect(mail).toMatch(/^To: Ada <ada@example.org>/m);
  });

  it('sends a mail without a display name if the name of the recipient looks like a link', async () => {
    await sharing.share({
      form: { recipientEmail: 'ada@example.org', recipientName: 'Win at evil.example' },
    });
    const [mail] = await sharing.arrived(1);
    expect(mail).toMatch(/^To: ada@example\.org$/m);
    expect(mail).not.toContain('evil.example');
  });

  it('breaks up a file name that mail clients would turn into a link', async () => {
    const file = { ...shareOf().file, originalName: 'claim at evil.example.pdf' };
    await sharing.share({ file });
    const [row] = await sharing.rows();
    await sharing.arrived(1);
    expect(row?.subject).toContain('claim at evil.\u200Bexample.pdf');
  });

  it('escapes markup and line breaks in names of files and people', async () => {
    const file = { ...shareOf().file, originalName: '<img src=x>\r\nBcc: eve@example.org.pdf' };
    await sharing.share({ file, senderName: '<script>alert(1)</script>' });
    const [mail] = await sharing.arrived(1);
    expect(mail).toContain('&lt;img src');
    expect(mail?.slice(mail.indexOf('<!doctype html>'))).not.toMatch(/<img|<script/);
    expect(mail).not.toMatch(/^Bcc:/m);
  });

  it('refuses the sixth mail of one sender to one recipient within an hour, with the time to wait', async () => {
    const request = shareOf();
    for (let sent = 0; sent < 5; sent += 1) await sharing.share(request);
    const error = await refusal(sharing.share(request));
    expect(error).toMatchObject({ code: 'sharing.too-many-mails', status: 429 });
    expect(error?.retryAfterSeconds).toBeGreaterThan(0);
    const form = { recipientEmail: 'eve@example.org', recipientName: 'Eve' };
    await expect(sharing.share({ ...request, form })).resolves.toBeDefined();
  });

  it('refuses mails to one recipient from browsers of one network after ten a day, with +tags counted as one', async () => {
    const send = (sent: number) =>
      sharing.share({
        caller: browserAt('192.0.2.1'),
        form: { recipientEmail: `ADA+${sent}@example.org`, recipientName: 'Ada' },
      });
    for (let sent = 0; sent < 10; sent += 1) await send(sent);
    expect(await refusal(send(11))).toMatchObject({ code: 'sharing.too-many-mails', status: 429 });

    await expect(sharing.share({ caller: browserAt('192.0.2.2') })).resolves.toBeDefined();
  });

  it('accepts mails from accounts when browsers have used up the daily limit of their recipient', async () => {
    for (let sent = 0; sent < 30; sent += 1) await sharing.share({ caller: browserAt(`198.51.100.${sent}`) });
    expect(await refusal(sharing.share({ caller: browserAt('203.0.113.1') }))).toMatchObject({
      code: 'sharing.too-many-mails',
    });

    await expect(sharing.share()).resolves.toBeDefined();
  });

  it('refuses mails to one recipient when all accounts together exceed the daily limit', async () => {
    const send = (sent: number) =>
      sharing.share({ caller: { userId: randomUUID(), browserId: null, address: `192.0.2.${sent}` } });
    for (let sent = 0; sent < 100; sent += 1) await send(sent);
    expect(await refusal(send(101))).toMatchObject({ code: 'sharing.too-many-mails' });
  });

  it('refuses the eleventh mail of a browser without an account within an hour', async () => {
    const caller = { userId: null, browserId: randomUUID(), address: '192.0.2.1' };
    const to = (n: number) => ({ recipientEmail: `reader${n}@example.org`, recipientName: 'Reader' });
    for (let sent = 0; sent < 10; sent += 1) await sharing.share({ caller, form: to(sent) });
    expect(await refusal(sharing.share({ caller, form: to(11) }))).toMatchObject({
      code: 'sharing.too-many-mails',
    });
  });

  it('stores no mail and publishes no event for a refused request', async () => {
    const request = shareOf();
    for (let sent = 0; sent < 6; sent += 1) await refusal(sharing.share(request));
    expect(await sharing.rows()).toHaveLength(5);
    expect(sharing.service.published()).toHaveLength(5);
  });
});
