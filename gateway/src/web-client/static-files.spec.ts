import { Bus } from '@waybill/bus/client';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

class NoServices extends Bus {
  request(): Promise<never> {
    return Promise.reject(new Error('unexpected request'));
  }
}

describe('files of the web client', () => {
  let folder: TemporaryFolder;
  let gateway: GatewayUnderTest;

  beforeAll(async () => {
    folder = await temporaryFolder();
    // An installation below a folder of the same name.
    const webRoot = join(folder.path, 'assets', 'waybill');
    await mkdir(join(webRoot, 'assets'), { recursive: true });
    await writeFile(join(webRoot, 'index.html'), '<html><head></head></html>');
    await writeFile(join(webRoot, 'favicon.svg'), '<svg/>');
    await writeFile(join(webRoot, 'assets', 'index-a1b2c3.js'), '//');
    gateway = await startGatewayUnderTest(new NoServices(), { webRoot });
  });
  afterAll(async () => {
    await gateway.close();
    await folder.remove();
  });

  it.each([
    ['/assets/index-a1b2c3.js', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'public, max-age=3600'],
  ])('may be cached in browsers: %s as %s', async (path, expected) => {
    expect((await fetch(gateway.url + path)).headers.get('cache-control')).toBe(expected);
  });
});
