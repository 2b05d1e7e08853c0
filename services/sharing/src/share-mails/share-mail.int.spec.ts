import { randomUUID } from 'node:crypto';
import { type AppError, linkSent } from '@waybill/contracts';
import { publicUrl, shareOf, SharingUnderTest } from '../testing/sharing-under-test.js';

describe('ShareMailRequests', () => {
  let sharing: SharingUnderTest;
  beforeEach(async () => void (sharing = await SharingUnderTest.start()));
  afterEach(() => sharing.close());

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

  it('refuses mails to one recipient when all senders together exceed the daily limit', async () => {
    for (let sent = 0; sent < 20; sent += 1) await sharing.share();
    expect(await refusal(sharing.share())).toMatchObject({ code: 'sharing.too-many-mails' });
    const elsewhere = { recipientEmail: 'ADA@example.org', recipientName: 'Ada' };
    expect(await refusal(sharing.share({ form: elsewhere }))).toMatchObject({
      code: 'sharing.too-many-mails',
    });
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
