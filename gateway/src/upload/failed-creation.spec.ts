import { createResumableUpload } from '@waybill/contracts';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { FilesWithUpload, patchHeaders, UPLOAD_ID } from '../testing/files-with-upload.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const creationHeaders = {
  'tus-resumable': '1.0.0',
  'upload-length': '10',
  'upload-metadata': 'filename YS50eHQ=',
  'content-type': patchHeaders['content-type'],
};

describe('a creation whose append fails at the server', () => {
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    const files: FilesWithUpload = new FilesWithUpload((name) =>
      name === createResumableUpload.name
        ? { uploadId: UPLOAD_ID, ...files.begun() }
        : { received: 0, expiresAt: files.expiresAt },
    );
    gateway = await startGatewayUnderTest(files);
    files.ticket = { objectKey: 'objects/a', wrappedKey: 'not wrapped by the master key' };
  });
  afterEach(() => gateway.close());

  it('gives a new browser the address of its upload and the cookie that owns it, before the body has ended', async () => {
    const creation = request(`${gateway.url}/api/uploads`, {
      method: 'POST',
      headers: { ...creationHeaders, 'content-length': '10' },
    });
    creation.write('hello');
    const [response] = (await once(creation, 'response')) as [IncomingMessage];
    const { statusCode, headers } = response;
    creation.end('world');
    await response.toArray();
    expect(statusCode).toBe(500);
    expect(headers).toMatchObject({
      location: `/api/uploads/${UPLOAD_ID}`,
      'set-cookie': [expect.stringMatching(/^waybill_browser=/)],
      'cache-control': 'no-store',
    });
  });
});
