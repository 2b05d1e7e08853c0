import { AppError, discardAppendedBytes, type ErrorCode, openFile, saveAppend } from '@waybill/contracts';
import { FilesWithUpload, patchHeaders, UPLOAD_ID } from '../testing/files-with-upload.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const FILE = { size: 3, mimeType: 'text/plain', originalName: 'a.txt', etag: 'x', isOwner: false };

describe('bytes that arrive after their upload has ended', () => {
  let files: FilesWithUpload;
  let discarded: unknown[];
  /** Outcomes of saving: codes of refusals, or null. */
  let saves: (ErrorCode | null)[];
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    discarded = [];
    files = new FilesWithUpload((name, input) => {
      const refusal = name === saveAppend.name ? saves.shift() : null;
      if (refusal) throw new AppError(refusal);
      if (name === discardAppendedBytes.name) discarded.push(input);
      return name === openFile.name ? { ...files.ticket, ...FILE, createdAt: '2026-01-01T00:00:00Z' } : {};
    });
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(Buffer.from('abc'));
  });
  afterEach(() => gateway.close());

  const patch = () =>
    fetch(`${gateway.url}/api/uploads/${UPLOAD_ID}`, {
      method: 'PATCH',
      headers: patchHeaders,
      body: 'hello',
    });

  it('the objects of late bytes are left to the files service, because another request may have made a file of the upload', async () => {
    // The upload is deleted while its bytes arrive.
    saves = ['uploads.not-found'];
    const response = await patch();
    expect(response.status).toBe(404);
    const { objectKey } = files.ticket;
    expect(discarded).toEqual([
      { objectKey },
      { objectKey: expect.stringMatching(new RegExp(`^${objectKey}/[0-9a-f-]{36}$`)) },
    ]);
    const download = await fetch(`${gateway.url}/api/files/${UPLOAD_ID}/download`);
    expect(download.status).toBe(200);
  });

  it.each([
    ['another request took over', ['uploads.being-written', 'uploads.being-written'], 423],
    ['saving it failed', ['server.unavailable', null], 503],
  ] as const)(
    'a tail that was not saved is discarded, and the bytes before it stay, when %s',
    async (_when, outcomes, status) => {
      saves = [...outcomes];
      expect((await patch()).status).toBe(status);
      const { objectKey } = files.ticket;
      expect(discarded).toEqual([{ objectKey: `${objectKey}/${UPLOAD_ID}` }]);
    },
  );
});
