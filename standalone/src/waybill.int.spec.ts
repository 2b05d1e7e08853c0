import { Adapters, Shutdown } from '@waybill/composition';
import { loadSecrets } from '@waybill/composition/data-folder';
import {
  eventually,
  freePort,
  isProcessRunning,
  temporaryFolder,
  type TemporaryFolder,
} from '@waybill/testing';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readEnvironment } from './environment.js';
import { startWaybill } from './waybill.js';

describe('Waybill on one machine', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  async function start(shutdown: Shutdown) {
    const environment = readEnvironment({
      DATA_DIR: join(folder.path, 'data'),
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
    });
    return startWaybill(environment, { webRoot: null, shutdown });
  }

  it('removes what uploads left that were interrupted by a kill, and keeps the bytes of those that are resumed', async () => {
    await loadSecrets(join(folder.path, 'data'));
    const objects = join(folder.path, 'data/objects');
    for (const name of ['unfinished', 'appending']) {
      await mkdir(join(objects, name), { recursive: true });
      await writeFile(join(objects, name, 'half'), 'x');
    }
    const waybill = await start(new Shutdown());
    try {
      const left = () => readdir(join(objects, 'unfinished'));
      await eventually(async () => expect(await left()).toEqual([]), { timeoutMs: 10_000 });
      expect(await readdir(join(objects, 'appending'))).toEqual(['half']);
    } finally {
      await waybill.close();
    }
  }, 60_000);

  it('stops its PostgreSQL when its services do not close in time', async () => {
    const { close } = Adapters.prototype;
    const [stopped, closed] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    jest.spyOn(Adapters.prototype, 'close').mockImplementationOnce(async function (this: Adapters) {
      await stopped.promise;
      await close.call(this).finally(() => closed.resolve(null));
    });
    const waybill = await start(new Shutdown(3_000));
    const lock = await readFile(join(folder.path, 'data/postgres/cluster/postmaster.pid'), 'utf8');
    await expect(waybill.close()).rejects.toThrow('Some shutdown steps failed');
    await eventually(() => expect(isProcessRunning(Number(lock.split('\n')[0]))).toBe(false));
    stopped.resolve(null);
    await closed.promise;
  }, 60_000);
});
