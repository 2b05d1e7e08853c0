import { saveAppend } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { type ClientRequest, type OutgoingHttpHeaders, request } from 'node:http';
import { FilesWithUpload, patchHeaders, UPLOAD_ID } from '../testing/files-with-upload.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

describe('a PATCH whose connection breaks', () => {
  let saved: unknown[];
  let files: FilesWithUpload;
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    saved = [];
    files = new FilesWithUpload((name, input) => {
      if (name === saveAppend.name) saved.push(input);
      return { received: 0, expiresAt: files.expiresAt };
    });
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(Buffer.alloc(0));
    await gateway.remove(files.ticket.objectKey);
  });
  afterEach(() => gateway.close());

  it.each([
    ['without a checksum', {}, { size: expect.any(Number) }],
    ['with a checksum, of which nothing is saved', { 'upload-checksum': 'crc32 AAAAAA==' }, null],
  ])('releases the lease of the upload after a PATCH %s', async (_which, headers, appended) => {
    const patch = startPatch(headers);
    patch.write('hello', () => patch.destroy());
    await eventually(() => expect(saved.at(-1)).toMatchObject({ ends: true, appended }));
  });

  it('saves the bytes of a PATCH that the end of the gateway breaks off', async () => {
    const begun = jest.spyOn(files, 'begun');
    startPatch().write('hello');
    await eventually(() => expect(begun).toHaveBeenCalled());
    await gateway.gateway.close(0);
    expect(saved.at(-1)).toMatchObject({ ends: true, appended: { size: expect.any(Number) } });
  });

  /** Sends the headers of a PATCH of ten bytes. */
  function startPatch(headers: OutgoingHttpHeaders = {}): ClientRequest {
    const patch = request(`${gateway.url}/api/uploads/${UPLOAD_ID}`, {
      method: 'PATCH',
      headers: { ...patchHeaders, 'content-length': '10', ...headers },
    });
    patch.on('error', () => undefined);
    return patch;
  }
});
