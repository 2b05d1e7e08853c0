import { AppError } from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { metricIn, type TemporaryFolder, temporaryFolder } from '@waybill/testing';
import { FilesystemObjectStore } from './adapters/filesystem-object-store.js';
import { InstrumentedObjectStore } from './instrumented-object-store.js';

async function* body(failure?: Error) {
  yield Buffer.from('hello');
  await Promise.resolve();
  if (failure) throw failure;
}

describe('operations on the object store are counted', () => {
  let folder: TemporaryFolder;
  let store: InstrumentedObjectStore;

  beforeAll(async () => {
    folder = await temporaryFolder();
    store = new InstrumentedObjectStore(new FilesystemObjectStore(folder.path));
  });
  afterAll(() => folder.remove());

  const count = async (operation: string, outcome: string) =>
    metricIn(
      await metrics.render(),
      `waybill_storage_operation_duration_seconds_count{operation="${operation}",outcome="${outcome}"}`,
    );

  it('as well done', async () => {
    await store.put('kept', body());
    (await store.get('kept')).destroy();
    expect(await count('put', 'ok')).toBe(1);
    expect(await count('get', 'ok')).toBe(1);
  });

  it('as missing, when there is no such object', async () => {
    await expect(store.get('gone')).rejects.toThrow();
    expect(await count('get', 'missing')).toBe(1);
  });

  it('as refused, when what was to be kept was too large', async () => {
    await expect(store.put('large', body(new AppError('request.too-large')))).rejects.toThrow();
    expect(await count('put', 'refused')).toBe(1);
    expect(await count('put', 'failed')).toBe(0);
  });

  it('as failed, when the store is at fault', async () => {
    const error = Object.assign(new Error('the disk is broken'), { code: 'EIO' });
    await expect(store.put('broken', body(error))).rejects.toThrow();
    expect(await count('put', 'failed')).toBe(1);
  });
});
