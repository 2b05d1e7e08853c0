import { FilesService } from '../../test/files-service.js';
import { Disposal } from './disposal.service.js';

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

async function* one(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}
