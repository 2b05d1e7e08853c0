import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Bus } from '@waybill/bus/client';
import {
  type InputOf,
  type ObjectTicket,
  openBundleArchive,
  openBundledFiles,
  recordBundleVisit,
  type RequestContract,
} from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { looseLimits } from '../testing/traffic-limits.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const bytes = Buffer.from('abc');

/** The files service, with a bundle of one file. */
class Files extends Bus {
  ticket!: ObjectTicket;
  readonly visits: InputOf<typeof recordBundleVisit>[] = [];
  readonly requests: string[] = [];

  async request({ name }: RequestContract, input: unknown): Promise<never> {
    this.requests.push(name);
    if (name === recordBundleVisit.name) this.visits.push(input as InputOf<typeof recordBundleVisit>);
    if (name === openBundledFiles.name) return { tickets: [this.ticket] } as never;
    if (name !== openBundleArchive.name) return {} as never;
    const file = { fileId: ID, path: 'a.txt', size: bytes.length, crc32: crc32(bytes) };
    return {
      name: 'Offer',
      isOwner: false,
      files: [{ ...file, createdAt: '2026-01-01T00:00:00Z' }],
    } as never;
  }
}

describe('BundleDownloadController', () => {
  let gateway: GatewayUnderTest;
  const files = new Files();
  beforeAll(async () => {
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(bytes);
  });
  afterAll(() => gateway.close());
  beforeEach(() => files.visits.splice(0));

  async function download(init: RequestInit = {}) {
    const response = await fetch(`${gateway.url}/api/bundles/${ID}/download?visit=${randomUUID()}`, init);
    await response.arrayBuffer();
    return response;
  }

  it('records the ZIP as a download of its files only when a person gets bytes', async () => {
    const { headers } = await download();
    expect(files.visits.splice(0)).toMatchObject([{ bundleId: ID, isDownload: true }]);
    await download({ headers: { range: 'bytes=5-' } });
    expect(files.visits.splice(0)).toMatchObject([{ bundleId: ID, isDownload: true }]);

    const cached = await download({ headers: { 'if-none-match': headers.get('etag') ?? '' } });
    await download({ method: 'HEAD' });
    await download({ headers: { 'sec-purpose': 'prefetch' } });
    expect(cached.status).toBe(304);
    expect(files.visits).toMatchObject([
      { bundleId: ID, isDownload: false },
      { bundleId: ID, isDownload: false, isBot: true },
      { bundleId: ID, isDownload: false, isBot: true },
    ]);
  });

  it.each(['GET', 'HEAD'])(
    'refuses %s of a ZIP beyond the limit of downloads before it composes it',
    async (method) => {
      const none = { total: 0, perNetwork: 0 };
      const limits = looseLimits({ concurrentTransfers: { upload: none, download: none } });
      const unasked = new Files();
      const full = await startGatewayUnderTest(unasked, { limits });
      try {
        expect((await fetch(`${full.url}/api/bundles/${ID}/download`, { method })).status).toBe(429);
        expect(unasked.requests).toEqual([]);
      } finally {
        await full.close();
      }
    },
  );
});
