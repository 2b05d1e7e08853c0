import { Adapters, Shutdown } from '@waybill/composition';
import {
  eventually,
  freePort,
  isProcessRunning,
  temporaryFolder,
  type TemporaryFolder,
} from '@waybill/testing';
import { readFile } from 'node:fs/promises';
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
