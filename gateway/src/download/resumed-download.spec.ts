import { Bus } from '@waybill/bus/client';
import { type ObjectTicket, openBundleArchive, openFile, type RequestContract } from '@waybill/contracts';
import { crc32 } from 'node:zlib';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const bytes = Buffer.from('abc');
const facts = { size: bytes.length, createdAt: '2026-01-01T00:00:00Z' };

/** The files service, with a used-up link whose visit may resume its download. */
class Files extends Bus {
  ticket!: ObjectTicket;

  async request({ name }: RequestContract): Promise<never> {
    const opened = { isOwner: false, linkId: ID, linkSession: ID, linkVisit: ID, canOnlyResume: true };
    if (name === openFile.name) {
      const file = { ...facts, mimeType: 'image/png', originalName: 'a.png', etag: 'x' };
      return { ...this.ticket, ...file, ...opened } as never;
    }
    if (name !== openBundleArchive.name) return {} as never;
    const files = [{ ...facts, fileId: ID, path: 'a.txt', crc32: crc32(bytes) }];
    return { name: 'Offer', files, ...opened } as never;
  }
}

describe('HEAD of a download through a used-up link', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    const files = new Files();
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(bytes);
  });
  afterAll(() => gateway.close());

  const head = (path: string, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, { method: 'HEAD', headers });

  it.each([`/api/files/${ID}/download`, `/api/bundles/${ID}/download`])(
    'answers 410 for the first byte, as GET does, and 206 for later ones: %s',
    async (path) => {
      expect((await head(path)).status).toBe(410);
      expect((await head(path, { range: 'bytes=0-' })).status).toBe(410);
      const rest = await head(path, { range: 'bytes=1-' });
      expect(rest.status).toBe(206);
      const etag = rest.headers.get('etag') ?? '';
      expect((await head(path, { 'if-none-match': etag })).status).toBe(304);
    },
  );

  it('answers 200 for a picture that is displayed, which is no download', async () => {
    expect((await head(`/api/files/${ID}/download?disposition=inline`)).status).toBe(200);
  });
});
