import type { LinkView } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { ApiClient, failure } from '../support/api-client.js';
import { PROMOTION } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { readable } from '../support/mails.js';
import { startInstance } from '../support/start-instance.js';

describe('mailed codes of a link, while a stranger uses them up', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let slug: string;
  let email: string;
  let links = 0;
  const stranger = () => new ApiClient(waybill.url, { 'x-forwarded-for': '127.0.0.66' });
  const person = () => new ApiClient(waybill.url, { 'x-forwarded-for': '127.0.0.7' });

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(() => waybill.dispose());
  beforeEach(async () => {
    const id = await owner.upload();
    email = `reader-${(links += 1)}@example.com`;
    const settings = { verifyEmail: true, allowedEmails: [email] };
    const made = await owner.json('POST', `/api/files/${id}/links`, settings);
    ({ slug } = (await made.json()) as LinkView);
  });

  const open = (client: ApiClient, form: Record<string, unknown>) =>
    client.json('POST', `/api/links/${slug}/open`, form);
  /** Mails to the reader that arrived, oldest first. */
  const mails = (count: number) =>
    eventually(async () => {
      const found = (await waybill.mails()).map(readable).filter((mail) => mail.includes(`/l/${slug}`));
      if (found.length < count) throw new Error(`${found.length} mails arrived`);
      return found.map((mail) => ({
        code: /Your code is (\d{6})/.exec(mail)?.[1] ?? '',
        mailToken: /#mail=([\w.-]+)/.exec(mail)?.[1] ?? '',
      }));
    });
  const wrongFor = (codes: readonly string[]) =>
    ['000000', '000001', '000002'].find((code) => !codes.includes(code))!;
  /** Asks for codes until Waybill refuses. @returns how many were mailed */
  const useUp = async (client: ApiClient) => {
    for (let sent = 0; sent < 20; sent += 1) {
      const answer = await open(client, { email });
      if (answer.status !== 202) {
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        return sent;
      }
    }
    throw new Error('The mails to one address are not limited');
  };

  it('mailed codes leave the reader of another network a code of their own, which no wrong code of a stranger ends', async () => {
    const sent = await useUp(stranger());
    const before = await mails(sent);
    const reader = person();
    const asked = await open(reader, { email });
    expect(asked.status).toBe(202);
    const after = await mails(sent + 1);
    const wrong = wrongFor(after.map(({ code }) => code));
    for (let n = 0; n < 40; n += 1) {
      expect((await open(stranger(), { email, code: wrong })).status).not.toBe(200);
    }
    const own = after.find(({ mailToken }) => before.every((other) => other.mailToken !== mailToken));
    const challenge = asked.headers.get('x-link-challenge');
    expect((await open(reader, { email, code: own?.code, challenge })).status).toBe(200);
  });

  it('mailed codes let the reader in by the link in any mail that arrived, also from the network of the stranger', async () => {
    const sent = await useUp(stranger());
    const arrived = await mails(sent);
    const wrong = wrongFor(arrived.map(({ code }) => code));
    for (let n = 0; n < 40; n += 1)
      expect((await open(stranger(), { email, code: wrong })).status).not.toBe(200);
    const reader = stranger();
    expect((await open(reader, { email })).status).toBe(429);
    const { mailToken } = arrived[0]!;
    expect((await open(reader, { mailToken: `${mailToken.slice(0, -4)}AAAA` })).status).toBe(401);
    expect((await open(reader, { mailToken })).status).toBe(200);
    const again = await failure(await open(reader, { mailToken }));
    expect(again).toMatchObject({ statusCode: 401, code: 'links.mail-link-used' });
  });
});
