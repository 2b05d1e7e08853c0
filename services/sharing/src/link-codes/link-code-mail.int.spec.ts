import { randomUUID } from 'node:crypto';
import { linkCodeRequested } from '@waybill/contracts';
import { publicUrl, SharingUnderTest } from '../testing/sharing-under-test.js';

describe('LinkCodeMailConsumer', () => {
  let sharing: SharingUnderTest;
  beforeEach(async () => void (sharing = await SharingUnderTest.start()));
  afterEach(() => sharing.close());

  it('mails the code of a link to the address of its visitor', async () => {
    const linkId = randomUUID();
    const mailToken = `${randomUUID()}.${'s'.repeat(43)}`;
    const expiresAt = new Date(sharing.clock.now().getTime() + 600_000).toISOString();
    await sharing.service.publish(linkCodeRequested, linkId, {
      ...{ linkId, fileId: randomUUID(), bundleId: null, slug: 'k3v9x0q7m2ap' },
      ...{ email: 'ada@example.org', code: '041592', mailToken, expiresAt },
    });
    const [mail] = await sharing.arrived(1);
    expect(mail).toMatch(/^To: ada@example\.org$/m);
    expect(mail).toContain('Subject: 041592 is your code to open a shared link');
    expect(mail).toContain(`${publicUrl}/l/k3v9x0q7m2ap#mail=${mailToken}`);
  });
});
