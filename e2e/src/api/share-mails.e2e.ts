import { eventually } from '@waybill/testing';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient } from '../support/api-client.js';

describe('POST /api/share/email/{id}', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
  });
  afterAll(() => waybill.dispose());

  const share = (who: ApiClient, id: string, form: object) =>
    who.json('POST', `/api/share/email/${id}`, form);
  const grace = { recipientName: 'Grace Hopper', recipientEmail: 'grace@example.com' };

  it('keeps the mail in the data folder when no mail server is configured', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const response = await share(owner, id, grace);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ message: expect.any(String) });
    await eventually(async () => {
      const mails = await waybill.mails();
      expect(
        mails.map(unfolded).some((mail) => mail.includes('grace@example.com') && mail.includes(id)),
      ).toBe(true);
    });
  });

  it('refuses a share mail by anyone but the owner', async () => {
    const owner = new ApiClient(waybill.url);
    const id = await owner.upload();
    expect((await share(new ApiClient(waybill.url), id, grace)).status).toBe(401);
    const other = await share(await ApiClient.signedIn(waybill.url), id, grace);
    expect(await failure(other)).toMatchObject({ statusCode: 403, code: 'files.forbidden' });
  });

  it.each([{ recipientName: '' }, { recipientEmail: '' }])('requires both fields: %j', async (missing) => {
    const owner = new ApiClient(waybill.url);
    const response = await share(owner, await owner.upload(), { ...grace, ...missing });
    expect(await failure(response)).toMatchObject({ statusCode: 400, message: 'Please fill in all fields' });
  });

  it('answers 429 with Retry-After after many mails to one recipient', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    let response = await share(owner, id, grace);
    for (let mail = 0; mail < 200 && response.status === 202; mail += 1)
      response = await share(owner, id, grace);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('refuses line breaks that would add headers to a mail', async () => {
    const owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    const response = await share(owner, id, {
      recipientName: 'Eve\r\nBcc: everyone@example.com <b>bold</b>',
      recipientEmail: 'eve@example.com',
    });
    expect([202, 400]).toContain(response.status);
    const injected = await share(owner, id, {
      ...grace,
      recipientEmail: 'a@example.com\r\nBcc: b@example.com',
    });
    expect(injected.status).toBe(400);
  });
});

/** Removes the soft line breaks of quoted-printable. */
function unfolded(mail: string): string {
  return mail.replace(/=\r?\n/g, '');
}
