import { Bus } from '@waybill/bus/client';
import {
  AppError,
  beginAppend,
  discardAppendedBytes,
  type ObjectTicket,
  openFile,
  type RequestContract,
  saveAppend,
} from '@waybill/contracts';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const FILE_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const FILE = { size: 3, mimeType: 'text/plain', originalName: 'a.txt', etag: 'x', isOwner: false };

/** The files service. Each upload is deleted while its bytes arrive. */
class Files extends Bus {
  ticket!: ObjectTicket;
  readonly discarded: unknown[] = [];

  async request({ name }: RequestContract, input: unknown): Promise<never> {
    const expiresAt = '2099-01-01T00:00:00Z';
    const limits = { maxFileSize: 1000, tier: 'free', originalName: 'a.txt' };
    const writing = { ...{ writer: FILE_ID, ticket: this.ticket, since: null, length: 10 }, ...limits };
    if (name === beginAppend.name) return { writing, expiresAt } as never;
    if (name === saveAppend.name) throw new AppError('uploads.not-found');
    if (name === openFile.name)
      return { ...this.ticket, ...FILE, createdAt: '2026-01-01T00:00:00Z' } as never;
    if (name === discardAppendedBytes.name) this.discarded.push(input);
    return {} as never;
  }
}

describe('bytes that arrive after their upload has ended', () => {
  let files: Files;
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    files = new Files();
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(Buffer.from('abc'));
  });
  afterEach(() => gateway.close());

  it('late bytes are left to the files service to delete: the file that another request made of the upload stays', async () => {
    const response = await fetch(`${gateway.url}/api/uploads/${FILE_ID}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'hello',
    });
    expect(response.status).toBe(404);
    expect(files.discarded).toEqual([{ objectKey: files.ticket.objectKey }]);
    const download = await fetch(`${gateway.url}/api/files/${FILE_ID}/download`);
    expect(download.status).toBe(200);
  });
});
