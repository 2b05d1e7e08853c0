import { openUpload, DAY_MS } from '@waybill/contracts';
import { metricIn } from '@waybill/testing';
import { metrics } from '@waybill/service-kit';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { OrphanCleanupService } from './orphan-cleanup.service.js';
import { OrphansService } from './orphans.service.js';

const TOO_MANY = 'waybill_store_cleanup_refused{reason="too-many-orphans"}';

let files: FilesTestApp;
beforeEach(async () => {
  files = await FilesTestApp.start();
});
afterEach(() => files.close());

describe('OrphanCleanupService', () => {
  it('deletes an orphan after it was seen for a week, and never an object that a row names', async () => {
    const known = await storeKnownObjects();
    await files.store.put('orphan', one());
    await cleanUpAfter(25 * HOUR_MS);
    await cleanUpAfter(6 * DAY_MS);
    expect((await files.objectKeys()).sort()).toEqual([...known, 'orphan'].sort());
    await cleanUpAfter(DAY_MS);
    expect((await files.objectKeys()).sort()).toEqual(known);
    expect(await files.get(OrphansService).list()).toEqual([]);
  });

  it('counts the week of an orphan anew when a row named it in between', async () => {
    await storeKnownObjects();
    await files.store.put('orphan', one());
    await cleanUpAfter(25 * HOUR_MS);
    await files.rows('INSERT INTO discarded_objects VALUES ($1, now())', ['orphan']);
    await cleanUpAfter(4 * DAY_MS);
    await files.rows('DELETE FROM discarded_objects WHERE object_key = $1', ['orphan']);
    await cleanUpAfter(4 * DAY_MS);
    expect(await files.objectKeys()).toContain('orphan');
  });

  it('deletes nothing when 5 % of the objects are orphans', async () => {
    const known = await storeKnownObjects();
    for (const key of ['orphan-1', 'orphan-2']) await files.store.put(key, one());
    for (let day = 0; day < 10; day++) await cleanUpAfter(DAY_MS);
    expect(await files.objectKeys()).toHaveLength(known.length + 2);
    expect(files.errors().join()).toContain('Too many objects without a row');
    expect(metricIn(await metrics.render(), TOO_MANY)).toBe(1);

    const orphans = files.get(OrphansService);
    expect(await orphans.delete(await orphans.list())).toBe(2);
    await cleanUpAfter(0);
    expect((await files.objectKeys()).sort()).toEqual(known);
    expect(metricIn(await metrics.render(), TOO_MANY)).toBe(0);
  });
});

async function cleanUpAfter(ms: number): Promise<void> {
  files.clock.advance(ms);
  await files.get(OrphanCleanupService).cleanUp();
}

/** Stores 30 objects, of each kind that a row can name. @returns their keys, sorted */
async function storeKnownObjects(): Promise<string[]> {
  const kept = await files.file(await files.account('pro'));
  await files.rows('UPDATE files SET thumbnail = $2, rendition = $3 WHERE id = $1', [
    kept.id,
    { objectKey: 'thumbnail', wrappedKey: '', size: 1 },
    { objectKey: 'rendition', wrappedKey: '', size: 1 },
  ]);
  const { uploadId } = await files.request(openUpload, { caller: browser() });
  await files.add(uploadId);
  await files.rows(
    `INSERT INTO unlocked_previews (id, file_id, state, object_key, created_at) VALUES ($1, $1, 'ready', 'unlocked', now())`,
    [kept.id],
  );
  const discarded = Array.from({ length: 25 }, (_, index) => `discarded-${index}`);
  for (const key of discarded) await files.rows('INSERT INTO discarded_objects VALUES ($1, now())', [key]);
  for (const key of ['thumbnail', 'rendition', 'unlocked', ...discarded]) await files.store.put(key, one());
  return (await files.objectKeys()).sort();
}

async function* one(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('x');
}
