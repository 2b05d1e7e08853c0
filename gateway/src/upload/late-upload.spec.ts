import { Bus } from '@waybill/bus/client';
import {
  abortUpload,
  AppError,
  commitUpload,
  type ObjectTicket,
  openUpload,
  type RequestContract,
} from '@waybill/contracts';
import { UPLOAD_ID } from '../testing/files-with-upload.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

/** The files service closes the upload while its bytes arrive. */
class FilesWithoutUpload extends Bus {
  ticket!: ObjectTicket;
  readonly aborted: unknown[] = [];

  request({ name }: RequestContract, input: unknown): Promise<never> {
    if (name === commitUpload.name) return Promise.reject(new AppError('files.upload-not-open'));
    if (name === abortUpload.name) this.aborted.push(input);
    const opened = { uploadId: UPLOAD_ID, tier: 'free', maxFileSize: 1000, file: this.ticket };
    return Promise.resolve(name === openUpload.name ? opened : {}) as Promise<never>;
  }
}

describe('files whose upload was closed while their bytes arrived', () => {
  let files: FilesWithoutUpload;
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    files = new FilesWithoutUpload();
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(Buffer.alloc(0));
    await gateway.remove(files.ticket.objectKey);
  });
  afterEach(() => gateway.close());

  it('names the objects that it stored when it aborts the upload, so that the files service deletes them', async () => {
    const form = new FormData();
    form.set('file', new Blob(['hello']), 'a.txt');
    const response = await fetch(`${gateway.url}/api/upload`, { method: 'POST', body: form });
    expect(response.status).toBe(409);
    const { objectKey } = files.ticket;
    expect(files.aborted).toEqual([{ uploadId: UPLOAD_ID, objectKeys: [objectKey] }]);
  });
});
