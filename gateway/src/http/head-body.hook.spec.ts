import { Bus } from '@waybill/bus/client';
import { checkToken, exportEntries, type RequestContract } from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { tokenHeaders as headers, tokenHolder } from '../testing/token-holder.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const PAGES = 50;

/** Auth, and analytics with many pages of entries. */
class Services extends Bus {
  pages = 0;

  async request({ name }: RequestContract): Promise<never> {
    if (name === checkToken.name) return tokenHolder as never;
    if (name !== exportEntries.name) return {} as never;
    this.pages++;
    const nextCursor = this.pages < PAGES ? String(this.pages) : null;
    return { analytics: [], originalName: 'Offer.pdf', nextCursor } as never;
  }
}

describe('destroyBodyOfHead', () => {
  let gateway: GatewayUnderTest;
  let services: Services;
  beforeEach(async () => {
    services = new Services();
    gateway = await startGatewayUnderTest(services);
  });
  afterEach(() => gateway.close());

  it('answers HEAD of an export with the headers of GET, and requests only its first page', async () => {
    const url = `${gateway.url}/api/files/${ID}/analytics/export?format=csv`;
    const head = await fetch(url, { method: 'HEAD', headers });
    expect(services.pages).toBe(1);
    services.pages = 0;
    const get = await fetch(url, { headers });
    await get.text();
    expect(services.pages).toBe(PAGES);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, null]);
    for (const header of ['content-type', 'content-disposition', 'cache-control'])
      expect(head.headers.get(header)).toBe(get.headers.get(header));
  });
});
