import { AppError, discardAppendedBytes, openFile, saveAppend } from '@waybill/contracts';
import { FilesWithUpload, patchHeaders, UPLOAD_ID } from '../testing/files-with-upload.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const FILE = { size: 3, mimeType: 'text/plain', originalName: 'a.txt', etag: 'x', isOwner: false };

describe('bytes that arrive after their upload has ended', () => {
  let files: FilesWithUpload;
  let discarded: unknown[];
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    discarded = [];
    // The upload is deleted while its bytes arrive.
    files = new FilesWithUpload((name, input) => {
      if (name === saveAppend.name) throw new AppError('uploads.not-found');
      if (name === discardAppendedBytes.name) discarded.push(input);
      return name === openFile.name ? { ...files.ticket, ...FILE, createdAt: '2026-01-01T00:00:00Z' } : {};
    });
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(Buffer.from('abc'));
  });
  afterEach(() => gateway.close());

  it('late bytes and the tail after them are left to the files service to delete: the file that another request made of the upload stays', async () => {
    const response = await fetch(`${gateway.url}/api/uploads/${UPLOAD_ID}`, {
      method: 'PATCH',
      headers: patchHeaders,
      body: 'hello',
    });
    expect(response.status).toBe(404);
    const { objectKey } = files.ticket;
    expect(discarded).toEqual([
      { objectKey },
      { objectKey: expect.stringMatching(new RegExp(`^${objectKey}/[0-9a-f-]{36}$`)) },
    ]);
    const download = await fetch(`${gateway.url}/api/files/${UPLOAD_ID}/download`);
    expect(download.status).toBe(200);
  });
});
