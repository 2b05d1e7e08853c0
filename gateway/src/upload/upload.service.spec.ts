import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { Bus } from '@waybill/bus/client';
import {
  abortUpload,
  AppError,
  type Caller,
  type InputOf,
  openUpload,
  type OutputOf,
  type RequestContract,
} from '@waybill/contracts';
import { RateLimiter, RateLimiterModule } from '@waybill/redis';
import { createLogger } from '@waybill/service-kit';
import { EncryptedObjects, FilesystemObjectStore, Keyring } from '@waybill/storage';
import { eventually, temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect } from 'node:net';
import { AnonymousUploadsService } from '../limits/anonymous-uploads.service.js';
import { looseLimits } from '../testing/traffic-limits.js';
import { UploadService } from './upload.service.js';

const caller: Caller = { userId: null, browserId: 'a browser', address: '198.51.100.7' };

/** A files service that opens an upload only when the test calls `open`. */
class SlowFiles extends Bus {
  readonly requests: { name: string; input: unknown }[] = [];
  open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  async request<R extends RequestContract>(contract: R, input: InputOf<R>): Promise<OutputOf<R>> {
    this.requests.push({ name: contract.name, input });
    if (contract.name === openUpload.name) await this.opened;
    return { uploadId: 'upload 1', tier: 'free', maxFileSize: 1000 } as OutputOf<R>;
  }
}

describe('UploadService', () => {
  let folder: TemporaryFolder;
  let server: FastifyInstance;
  let outcome: Promise<unknown>;
  let disconnected: Promise<unknown>;
  const files = new SlowFiles();

  beforeAll(async () => {
    folder = await temporaryFolder();
    const objects = new EncryptedObjects(
      new FilesystemObjectStore(folder.path, { sync: false }),
      new Keyring([randomBytes(32)]),
    );
    const limits = looseLimits();
    const context = await NestFactory.createApplicationContext(RateLimiterModule.forMemory(), {
      logger: false,
    });
    const anonymousUploads = new AnonymousUploadsService(context.get(RateLimiter), limits);
    const uploads = new UploadService(
      files,
      objects,
      anonymousUploads,
      limits,
      createLogger('test', 'silent'),
    );
    server = fastify();
    await server.register(multipart);
    outcome = new Promise((resolve) => {
      server.post('/', async (request) => {
        disconnected = new Promise((resolve) => request.raw.once('close', resolve));
        await uploads.receive(request, caller).catch(resolve);
      });
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(async () => {
    await server.close();
    await folder.remove();
  });

  it('aborts the upload of a client that disconnects while it is being opened, and stores nothing', async () => {
    const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    client.write(
      'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nthe beginning',
    );
    await eventually(() => expect(files.requests).toHaveLength(1));
    client.destroy();
    await disconnected;
    files.open();
    expect(await outcome).toMatchObject({ code: new AppError('request.aborted').code });
    const input = { uploadId: 'upload 1', objectKeys: [] };
    expect(files.requests.slice(1)).toEqual([{ name: abortUpload.name, input }]);
  });
});
