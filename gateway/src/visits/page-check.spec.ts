import { Bus } from '@waybill/bus/client';
import {
  type ObjectTicket,
  openBundleArchive,
  openFile,
  recordBundleVisit,
  recordVisit,
  type RequestContract,
} from '@waybill/contracts';
import { crc32 } from 'node:zlib';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const bytes = Buffer.from('abc');
const facts = { size: bytes.length, createdAt: '2026-01-01T00:00:00Z' };
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** The files service, with a file and a bundle. Keeps the visits that it records. */
class Files extends Bus {
  ticket!: ObjectTicket;
  readonly visits: { isBot?: boolean }[] = [];

  async request({ name }: RequestContract, input: unknown): Promise<never> {
    if (name === openFile.name) {
      const file = { ...facts, mimeType: 'application/zip', originalName: 'a.zip', etag: 'x' };
      return { ...this.ticket, ...file, isOwner: false } as never;
    }
    if (name === openBundleArchive.name) {
      const files = [{ ...facts, fileId: ID, path: 'a.txt', crc32: crc32(bytes) }];
      return { name: 'Offer', files, isOwner: false } as never;
    }
    if ([recordVisit.name, recordBundleVisit.name].includes(name))
      this.visits.push(input as { isBot?: boolean });
    return {} as never;
  }
}

describe('HEAD of a download', () => {
  let gateway: GatewayUnderTest;
  let files: Files;
  beforeEach(async () => {
    files = new Files();
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(bytes);
  });
  afterEach(() => gateway.close());

  const head = async (path: string, referer: string | null, userAgent = CHROME) => {
    const headers = { 'user-agent': userAgent, ...(referer !== null && { referer }) };
    expect((await fetch(gateway.url + path, { method: 'HEAD', headers })).status).toBe(200);
    return files.visits;
  };
  const paths = [`/api/files/${ID}/download`, `/api/bundles/${ID}/download`];

  it.each(paths)('is no visit when a page of Waybill checks its own download: %s', async (path) => {
    expect(await head(`${path}?visit=${ID}`, `http://localhost:3000/${ID}`)).toEqual([]);
    expect(await head(`${path}?visit=${ID}`, `${gateway.url}/${ID}`)).toEqual([]);
  });

  it.each([
    ['without a visit', `http://localhost:3000/${ID}`, '', CHROME],
    ['with a copied address', null, `?visit=${ID}`, CHROME],
    ['from the page of another site', 'https://example.org/', `?visit=${ID}`, CHROME],
    ['by a known bot', `http://localhost:3000/${ID}`, `?visit=${ID}`, 'Googlebot/2.1'],
  ])('is a visit of a machine %s', async (_, referer, query, userAgent) => {
    for (const path of paths) await head(path + query, referer, userAgent);
    expect(files.visits).toMatchObject([{ isBot: true }, { isBot: true }]);
  });
});
