import { createResumableUpload, finishResumableUpload } from '@waybill/contracts';
import { FilesWithUpload, UPLOAD_ID } from '../testing/files-with-upload.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

describe('a repeated creation of an empty file', () => {
  let finished: unknown[];
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    finished = [];
    const files: FilesWithUpload = new FilesWithUpload((name, input) => {
      if (name === finishResumableUpload.name) finished.push(input);
      const { expiresAt } = files;
      const found = { uploadId: UPLOAD_ID, expiresAt, received: 0, writing: null };
      return name === createResumableUpload.name ? found : { expiresAt };
    });
    gateway = await startGatewayUnderTest(files);
    files.length = 0;
    files.ticket = await gateway.store(Buffer.alloc(0));
    await gateway.remove(files.ticket.objectKey);
  });
  afterEach(() => gateway.close());

  it('finishes the upload of the first request, which was cut off before it did', async () => {
    const response = await fetch(`${gateway.url}/api/uploads`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '0',
        'upload-metadata': 'filename YS50eHQ=',
        'idempotency-key': 'the-same',
      },
    });
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '0']);
    expect(finished).toEqual([expect.objectContaining({ uploadId: UPLOAD_ID, size: 0 })]);
  });
});
