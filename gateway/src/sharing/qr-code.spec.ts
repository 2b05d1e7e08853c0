import { Bus } from '@waybill/bus/client';
import { AppError, getFileMetadata, type RequestContract } from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { looseLimits } from '../testing/traffic-limits.js';

const FILE_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const idOf = (n: number) => FILE_ID.replace(/.$/, String(n));

/** The sharing service counts the codes that it draws. */
class Services extends Bus {
  drawn = 0;
  isDeleted = false;

  async request({ name }: RequestContract): Promise<never> {
    if (name === getFileMetadata.name) {
      if (this.isDeleted) throw new AppError('files.expired');
      return {} as never;
    }
    this.drawn++;
    return { contentType: 'image/png', base64: 'YWJj' } as never;
  }
}

describe('GET /api/qr-code/{id}', () => {
  let services: Services;
  let gateway: GatewayUnderTest;
  const get = (id: string, format = 'png', headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/api/qr-code/${id}?format=${format}`, { headers });

  beforeEach(async () => {
    services = new Services();
    const limits = looseLimits({ qrCodes: { name: 'q', points: 3, windowSeconds: 60 } });
    gateway = await startGatewayUnderTest(services, { limits });
  });
  afterEach(() => gateway.close());

  it('requests each code from the sharing service once', async () => {
    for (let calls = 0; calls < 5; calls++) expect(await (await get(FILE_ID)).text()).toBe('abc');
    expect(services.drawn).toBe(1);
    await get(FILE_ID, 'svg');
    expect(services.drawn).toBe(2);
  });

  it('answers 304 to a client that has the code, without rendering it', async () => {
    const etag = (await get(FILE_ID)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await get(FILE_ID, 'png', { 'if-none-match': etag })).status).toBe(304);
    expect((await get(FILE_ID, 'svg', { 'if-none-match': etag })).status).toBe(200);
  });

  it('lets browsers keep the code and check it each time: the address of a link can change', async () => {
    const first = await get(FILE_ID);
    const cached = await get(FILE_ID, 'png', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect([first.status, cached.status]).toEqual([200, 304]);
    for (const { headers } of [first, cached]) expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it('renders no more codes for a network than its limit', async () => {
    for (const n of [1, 2, 3]) expect((await get(idOf(n))).status).toBe(200);
    const refused = await get(idOf(4));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'request.too-many' });
    expect((await get(idOf(1))).status).toBe(200);
  });

  it('answers 410 for a file that is gone, even to a client that has the code', async () => {
    const etag = (await get(FILE_ID)).headers.get('etag') ?? '';
    services.isDeleted = true;
    expect((await get(FILE_ID, 'png', { 'if-none-match': etag })).status).toBe(410);
  });
});
