import { openUpload } from '@waybill/contracts';
import { browser, FilesService, HOUR_MS } from '../../test/files-service.js';
import { Disposal } from './disposal.service.js';
import { StoreTidying } from './store-tidying.service.js';

let files: FilesService;
beforeEach(async () => {
  files = await FilesService.start();
});
afterEach(() => files.close());

describe('disposal', () => {
  it('goes on past an object that cannot be deleted, and tries that one again', async () => {
    for (const key of ['a', 'b', 'c']) {
      await files.store.put(key, one());
      await files.rows('INSERT INTO discarded_objects VALUES ($1, now())', [key]);
    }
    const { store } = files;
    const remove = store.delete.bind(store);
    store.delete = (key) => (key === 'b' ? Promise.reject(new Error('EIO')) : remove(key));
    await files.get(Disposal).dispose();
    expect(await files.stored()).toEqual(['b']);
    store.delete = remove;
    await Promise.all([files.get(Disposal).dispose(), files.get(Disposal).dispose()]);
    expect(await files.stored()).toEqual([]);
    await expect(files.rows('SELECT * FROM discarded_objects')).resolves.toEqual([]);
  });
});

describe('tidying the store', () => {
  it('removes what is a day old and in no row, and never what is in one', async () => {
    const owner = await files.account('pro');
    const kept = await files.file(owner);
    await files.rows('UPDATE files SET thumbnail = $2, rendition = $3 WHERE id = $1', [
      kept.id,
      { objectKey: 'thumbnail', wrappedKey: '', size: 1 },
      { objectKey: 'rendition', wrappedKey: '', size: 1 },
    ]);
    const { uploadId } = await files.request(openUpload, { caller: browser() });
    await files.add(uploadId);
    await files.rows('INSERT INTO discarded_objects VALUES ($1, now())', ['discarded']);
    for (const key of ['thumbnail', 'rendition', 'discarded']) await files.store.put(key, one());
    const known = await files.stored();
    await files.store.put('orphan', one());

    await files.get(StoreTidying).tidy();
    expect(await files.stored()).toHaveLength(known.length + 1);
    files.clock.advance(25 * HOUR_MS);
    await files.get(StoreTidying).tidy();
    expect((await files.stored()).sort()).toEqual(known.sort());
  });
});

async function* one(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}
