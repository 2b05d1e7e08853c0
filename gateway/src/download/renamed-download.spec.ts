import { Bus } from '@waybill/bus/client';
import { type ObjectTicket, openBundleArchive, openFile, type RequestContract } from '@waybill/contracts';
import { crc32 } from 'node:zlib';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const bytes = Buffer.from('abc');
const facts = { size: bytes.length, createdAt: '2026-01-01T00:00:00Z' };

/** The files service, with a file and a bundle of a name that the test changes. */
class Files extends Bus {
  ticket!: ObjectTicket;
  name = 'former';

  async request({ name }: RequestContract): Promise<never> {
    if (name === openFile.name) {
      const file = { ...facts, mimeType: 'text/plain', originalName: `${this.name}.txt`, etag: 'x' };
      return { ...this.ticket, ...file, isOwner: true } as never;
    }
    if (name !== openBundleArchive.name) return {} as never;
    const files = [{ ...facts, fileId: ID, path: 'a.txt', crc32: crc32(bytes) }];
    return { name: this.name, files, isOwner: true } as never;
  }
}

describe('the download of a file that was renamed', () => {
  const files = new Files();
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(bytes);
  });
  afterAll(() => gateway.close());

  it.each([
    [`/api/files/${ID}/download`, 'txt'],
    [`/api/bundles/${ID}/download`, 'zip'],
  ])('has its new name in a 304, for the copy that the browser keeps: %s', async (path, extension) => {
    files.name = 'former';
    const first = await fetch(gateway.url + path, { method: 'HEAD' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-disposition')).toBe(`attachment; filename="former.${extension}"`);

    files.name = 'new';
    const again = await fetch(gateway.url + path, { headers: { 'if-none-match': etag } });

    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('content-disposition')).toBe(`attachment; filename="new.${extension}"`);
    expect(again.headers.get('content-length')).toBeNull();
  });
});
