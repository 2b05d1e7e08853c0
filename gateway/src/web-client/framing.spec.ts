import { Bus } from '@waybill/bus/client';
import { AppError, type ErrorCode } from '@waybill/contracts';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

/** The files service, with one file. */
class Files extends Bus {
  metadata: () => unknown = () => ({ isPasswordProtected: false });

  requests = 0;

  async request(): Promise<never> {
    this.requests += 1;
    return this.metadata() as never;
  }
}

describe('page of the web client', () => {
  let folder: TemporaryFolder;
  let gateway: GatewayUnderTest;
  const files = new Files();

  beforeAll(async () => {
    folder = await temporaryFolder();
    await writeFile(join(folder.path, 'index.html'), '<html><head></head></html>');
    gateway = await startGatewayUnderTest(files, { webRoot: folder.path });
  });
  afterAll(async () => {
    await gateway.close();
    await folder.remove();
  });

  const ancestors = async (path: string) => {
    const { headers } = await fetch(gateway.url + path);
    return /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1];
  };

  it('allows every site to frame the embed page of a file without a password', async () => {
    files.metadata = () => ({ isPasswordProtected: false });
    expect(await ancestors(`/embed/${ID}`)).toBe('*');
  });

  it('allows every site to frame the embed page of a deleted file', async () => {
    files.metadata = () => {
      throw new AppError('files.expired');
    };
    expect(await ancestors(`/embed/${ID}`)).toBe('*');
  });

  it('keeps other sites from framing the embed page of a protected file', async () => {
    files.metadata = () => ({ isPasswordProtected: true });
    expect(await ancestors(`/embed/${ID}`)).toBe("'self'");
  });

  it('keeps other sites from framing the embed page while it is unknown whether the file is protected', async () => {
    files.metadata = () => {
      throw new AppError('server.unavailable');
    };
    expect(await ancestors(`/embed/${ID}`)).toBe("'self'");
  });

  it('reads the metadata of an embedded file once for its policy and its status', async () => {
    files.metadata = () => ({ isPasswordProtected: false });
    files.requests = 0;
    await ancestors(`/embed/${ID}`);
    expect(files.requests).toBe(1);
  });

  it.each([`/embed/${ID}/more`, '/embed/login', `/${ID}`, '/'])(
    'keeps other sites from framing %s',
    async (path) => {
      files.metadata = () => ({ isPasswordProtected: false });
      expect(await ancestors(path)).toBe("'self'");
    },
  );

  it.each([
    [`/${ID}`, 'files'],
    [`/${ID}/link`, 'files'],
    [`/embed/${ID}`, 'files'],
    [`/b/${ID}`, 'bundles'],
    ['/l/offer', 'links'],
    ['/r/offer', 'requests'],
  ] as const)('answers the page %s with the status of what it shows', async (path, kind) => {
    const status = async (code: ErrorCode) => {
      files.metadata = () => {
        throw new AppError(code);
      };
      return (await fetch(gateway.url + path)).status;
    };
    expect(await status(`${kind}.not-found`)).toBe(404);
    expect(await status(`${kind}.expired`)).toBe(410);
    expect(await status('files.taken-down')).toBe(410);
    expect(await status('server.unavailable')).toBe(200);
  });

  it.each(['/b/nothing', '/l/Not-a-link', '/r/Not-a-request'])(
    'answers 404 to the page %s, which cannot exist, without a request',
    async (path) => {
      files.requests = 0;
      expect((await fetch(gateway.url + path)).status).toBe(404);
      expect(files.requests).toBe(0);
    },
  );
});
