import { Bus } from '@waybill/bus/client';
import {
  AppError,
  createRecipientLink,
  getOwnedFile,
  revokeLink,
  type RequestContract,
  shareByEmail,
} from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const FILE_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const LINK_ID = '3d8f3c0e-5a51-4f0c-9a67-0a1f6f0b7c11';
const file = { id: FILE_ID, originalName: 'a.txt', size: 5, deleteAt: {}, password: {} };

/** The files service makes a link. The sharing service fails with the error of the test. */
class Services extends Bus {
  link: { slug: string | null; linkId?: string | null } = { slug: 'k3v9x0q7m2ap', linkId: LINK_ID };
  error: AppError = new AppError('sharing.too-many-mails', undefined, { retryAfterSeconds: 60 });
  readonly revoked: unknown[] = [];

  request({ name }: RequestContract, input: unknown): Promise<never> {
    if (name === shareByEmail.name) return Promise.reject(this.error);
    if (name === revokeLink.name) this.revoked.push(input);
    const replies: Record<string, unknown> = {
      [getOwnedFile.name]: file,
      [createRecipientLink.name]: this.link,
    };
    return Promise.resolve(replies[name] ?? {}) as Promise<never>;
  }
}

describe('POST /api/share/email/{id}', () => {
  let services: Services;
  let gateway: GatewayUnderTest;
  const share = () =>
    fetch(`${gateway.url}/api/share/email/${FILE_ID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipientEmail: 'ada@example.org', recipientName: 'Ada' }),
    });

  beforeEach(async () => {
    services = new Services();
    gateway = await startGatewayUnderTest(services);
  });
  afterEach(() => gateway.close());

  it('a share mail that is refused leaves no link of its recipient behind', async () => {
    const response = await share();
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
    expect(services.revoked).toEqual([expect.objectContaining({ linkId: LINK_ID })]);
  });

  it('a share mail keeps the link of its recipient after a timeout, because the mail may be on its way', async () => {
    services.error = new AppError('server.timeout');
    expect((await share()).status).toBe(503);
    expect(services.revoked).toEqual([]);
  });

  it.each([
    ['with the address of the file itself', { slug: null, linkId: null }],
    ['whose link a files service of the previous version made', { slug: 'k3v9x0q7m2ap' }],
  ])('a refused share mail %s revokes nothing', async (_which, link) => {
    services.link = link;
    expect((await share()).status).toBe(429);
    expect(services.revoked).toEqual([]);
  });
});
