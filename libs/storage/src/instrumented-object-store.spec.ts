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

describe('InstrumentedObjectStore', () => {
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

  it('counts a successful operation as ok', async () => {
    await store.put('kept', body());
    (await store.get('kept')).destroy();
    expect(await count('put', 'ok')).toBe(1);
    expect(await count('get', 'ok')).toBe(1);
  });

  it('counts a missing object as missing', async () => {
    await expect(store.get('gone')).rejects.toThrow();
    expect(await count('get', 'missing')).toBe(1);
  });

  it('counts a file over the size limit as refused', async () => {
    await expect(store.put('large', body(new AppError('request.too-large')))).rejects.toThrow();
    expect(await count('put', 'refused')).toBe(1);
    expect(await count('put', 'failed')).toBe(0);
  });

  it('passes the announced size of a body on', async () => {
    const inner = new FilesystemObjectStore(folder.path);
    const put = jest.spyOn(inner, 'put');
    await new InstrumentedObjectStore(inner).put('sized', body(), undefined, 5);
    expect(put).toHaveBeenCalledWith('sized', expect.anything(), undefined, 5);
  });

  it('counts an error of the store as failed', async () => {
    const error = Object.assign(new Error('the disk is broken'), { code: 'EIO' });
    await expect(store.put('broken', body(error))).rejects.toThrow();
    expect(await count('put', 'failed')).toBe(1);
  });
});
