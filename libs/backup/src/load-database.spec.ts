import { createLogger } from '@waybill/service-kit';
import { loadSchema } from './load-database.js';

describe('loadSchema', () => {
  it('refuses a migration of a newer version, and says how the backup is restored', async () => {
    const database = { schema: 'files', entities: [], migrations: [] };
    const dump = { migrations: ['AddColor1790000000000'], tables: [], sequences: {} };
    const logger = createLogger('test', 'silent');
    await expect(
      loadSchema('postgres://nowhere.invalid/waybill', database, dump, '', logger),
    ).rejects.toThrow(
      'The backup has the migration AddColor1790000000000 of files, which is of a newer Waybill than this. Restore or ' +
        'verify it with the newer version; then the previous one may be started again.',
    );
  });
});
