import { type AppError, sendContactMessage } from '@waybill/contracts';
import { SharingTestApp } from '../testing/sharing-test-app.js';

describe('ContactRequests', () => {
  let sharing: SharingTestApp;
  beforeEach(async () => void (sharing = await SharingTestApp.start()));
  afterEach(() => sharing.close());

  const form = {
    name: 'Ada',
    email: 'ada@example.org',
    subject: 'Hello',
    message: 'First line\nsecond line',
  };
  const send = (address = '192.0.2.1') => sharing.service.bus.request(sendContactMessage, { form, address });

  it('mails the message to the operator, with the writer as Reply-To', async () => {
    await send();
    const [mail] = await sharing.arrived(1);
    expect(mail).toMatch(/^To: Help <help@waybill\.example>/m);
    expect(mail).toMatch(/^Reply-To: Ada <ada@example\.org>/m);
    expect(mail).toContain('First line\r\nsecond line');
  });

  it('refuses the 21st message of one network within an hour', async () => {
    for (let sent = 0; sent < 20; sent += 1) await send();
    const refused = await send().catch((error: unknown) => error as AppError);
    expect(refused).toMatchObject({ code: 'sharing.too-many-mails', status: 429 });
    await expect(send('192.0.2.2')).resolves.toBeDefined();
  });
});
