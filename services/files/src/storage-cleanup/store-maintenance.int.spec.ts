import { createLogger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { MARKER_KEY } from '../installation/installation-marker.js';
import { refusalMessages } from '../installation/cleanup.policy.js';
import { StoreMaintenance } from './store-maintenance.js';

let files: FilesTestApp;
let maintenance: StoreMaintenance;
beforeEach(async () => {
  files = await FilesTestApp.start();
  const logger = createLogger('test', 'silent');
  maintenance = new StoreMaintenance(files.get(DataSource), files.store, logger, files.clock);
});
afterEach(() => files.close());

describe('StoreMaintenance', () => {
  it('adopts a store whose marker names another installation', async () => {
    await expect(maintenance.status()).resolves.toBe('The object store belongs to this database.');
    await files.store.put(MARKER_KEY, bytes('no marker'));
    await expect(maintenance.status()).resolves.toBe(refusalMessages['unreadable-marker']);
    await maintenance.adopt();
    await expect(maintenance.status()).resolves.toBe('The object store belongs to this database.');
  });

  it('lists and deletes objects without a row, also those of the last week', async () => {
    await files.file(await files.account('pro'));
    await files.store.put('orphan', bytes('x'));
    files.clock.advance(25 * HOUR_MS);
    await expect(maintenance.listOrphans()).resolves.toMatch(
      /^orphan {2}1 bytes {2}seen since .*\n1 of 2 objects are older than a day and in no row\.$/,
    );
    await expect(maintenance.deleteOrphans()).resolves.toBe('1 objects were deleted.');
    expect(await files.objectKeys()).toHaveLength(1);
  });

  it('fails to delete orphans from a store of another installation, and lists them with the reason', async () => {
    await files.store.put('orphan', bytes('x'));
    files.clock.advance(25 * HOUR_MS);
    await files.rows('UPDATE installation SET id = gen_random_uuid()');
    const reason = refusalMessages['other-installation'];
    const [orphan, count, last] = (await maintenance.listOrphans()).split('\n');
    expect([orphan, count, last]).toEqual([
      expect.stringMatching(/^orphan /),
      '1 of 1 objects are older than a day and in no row.',
      reason,
    ]);
    await expect(maintenance.deleteOrphans()).rejects.toThrow(reason);
    expect(await files.objectKeys()).toEqual(['orphan']);
  });
});

async function* bytes(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}
