import { Bus } from '@waybill/bus/client';
import { beginAppend, type ObjectTicket, type RequestContract, saveAppend } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { request } from 'node:http';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const UPLOAD_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

/** The files service, with one upload of 10 bytes. */
class Files extends Bus {
  ticket!: ObjectTicket;
  readonly saved: unknown[] = [];

  async request({ name }: RequestContract, input: unknown): Promise<never> {
    const expiresAt = '2099-01-01T00:00:00Z';
    const limits = { maxFileSize: 1000, tier: 'free', originalName: 'a.txt' };
    const writing = { ...{ writer: UPLOAD_ID, ticket: this.ticket, since: null, length: 10 }, ...limits };
    if (name === beginAppend.name) return { writing, expiresAt } as never;
    if (name === saveAppend.name) this.saved.push(input);
    return { received: 0, expiresAt } as never;
  }
}

describe('a PATCH whose connection breaks', () => {
  let files: Files;
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    files = new Files();
    gateway = await startGatewayUnderTest(files);
    files.ticket = await gateway.store(Buffer.alloc(0));
    await gateway.remove(files.ticket.objectKey);
  });
  afterEach(() => gateway.close());

  it.each([
    ['without a checksum', {}, { size: expect.any(Number) }],
    ['with a checksum, of which nothing is saved', { 'upload-checksum': 'crc32 AAAAAA==' }, null],
  ])('releases the lease of the upload after a PATCH %s', async (_which, headers, appended) => {
    const patch = request(`${gateway.url}/api/uploads/${UPLOAD_ID}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': '10',
        ...headers,
      },
    });
    patch.on('error', () => undefined);
    patch.write('hello', () => patch.destroy());
    await eventually(() => expect(files.saved.at(-1)).toMatchObject({ ends: true, appended }));
  });
});
