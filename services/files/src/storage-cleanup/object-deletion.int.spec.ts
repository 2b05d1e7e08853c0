import { EntityManager } from 'typeorm';
import { FilesTestApp } from '../testing/files-test-app.js';
import { ObjectDeletionService } from './object-deletion.service.js';
import { queueUnnamedObject } from './queue-unnamed-object.js';

let files: FilesTestApp;
beforeEach(async () => {
  files = await FilesTestApp.start();
});
afterEach(() => files.close());

describe('ObjectDeletionService', () => {
  it('continues after an object that cannot be deleted, and retries that one', async () => {
    for (const key of ['a', 'b', 'c']) {
      await files.store.put(key, one());
      await files.rows('INSERT INTO discarded_objects VALUES ($1, now())', [key]);
    }
    const { store } = files;
    const remove = store.delete.bind(store);
    store.delete = (key) => (key === 'b' ? Promise.reject(new Error('EIO')) : remove(key));
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(['b']);
    store.delete = remove;
    await Promise.all([
      files.get(ObjectDeletionService).deleteQueued(),
      files.get(ObjectDeletionService).deleteQueued(),
    ]);
    expect(await files.objectKeys()).toEqual([]);
    await expect(files.rows('SELECT * FROM discarded_objects')).resolves.toEqual([]);
  });

  it('deletes an object again that was queued anew during its deletion', async () => {
    const { store } = files;
    await store.put('a', one());
    // Queued by a process whose clock is ahead of this one's.
    await files.rows("INSERT INTO discarded_objects VALUES ($1, now() + interval '1 minute')", ['a']);
    const remove = store.delete.bind(store);
    store.delete = async (key) => {
      store.delete = remove;
      await remove(key);
      await store.put(key, one());
      files.clock.advance(1000);
      await queueUnnamedObject(files.get(EntityManager), key, files.clock.now());
    };
    await files.get(ObjectDeletionService).deleteQueued();
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual([]);
    await expect(files.rows('SELECT * FROM discarded_objects')).resolves.toEqual([]);
  });
});

async function* one(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}
