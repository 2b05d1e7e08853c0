import { Bus } from '@waybill/bus/client';
import { MEBIBYTE, type ObjectTicket, openUpload, type RequestContract } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { UPLOAD_ID } from '../testing/files-with-upload.js';
import { looseLimits } from '../testing/traffic-limits.js';

class Files extends Bus {
  ticket!: ObjectTicket;

  request({ name }: RequestContract): Promise<never> {
    const opened = { uploadId: UPLOAD_ID, tier: 'free', maxFileSize: 3 * MEBIBYTE, file: this.ticket };
    return Promise.resolve(name === openUpload.name ? opened : {}) as Promise<never>;
  }
}

describe('the bytes of a form upload without an account', () => {
  const files = new Files();
  let gateway: GatewayUnderTest;

  beforeEach(async () => {
    const limit = (name: string) => ({ name, points: 2, windowSeconds: 3600 });
    const anonymousMebibytes = { perNetwork: limit('network'), total: limit('total') };
    gateway = await startGatewayUnderTest(files, { limits: looseLimits({ anonymousMebibytes }) });
    files.ticket = await gateway.store(Buffer.alloc(0));
    await gateway.remove(files.ticket.objectKey);
  });
  afterEach(() => gateway.close());

  const upload = async (bytes: number): Promise<number> => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(bytes)]), 'a.bin');
    return (await fetch(`${gateway.url}/api/upload`, { method: 'POST', body: form })).status;
  };

  it('count towards the limit of its network where the file is refused', async () => {
    expect(await upload(4 * MEBIBYTE)).toBe(413);
    expect(await upload(0)).toBe(429);
  });

  it('count towards the limit of its network where the upload is cut off', async () => {
    const client = connect(gateway.port, '127.0.0.1');
    client.write(
      'POST /api/upload HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        `Content-Length: ${3 * MEBIBYTE}\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
    );
    client.write(Buffer.alloc(2 * MEBIBYTE));
    await once(client, 'drain');
    client.destroy();
    await eventually(async () => expect(await upload(0)).toBe(429));
  });
});
