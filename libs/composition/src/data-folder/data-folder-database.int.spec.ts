import { createLogger } from '@waybill/service-kit';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolderDatabase } from './data-folder-database.js';

describe('openDataFolderDatabase', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waybill-data-'));
    await chmod(folder, 0o755);
  });

  afterEach(() => rm(folder, { recursive: true }));

  it.each([
    { poolSize: 10, accepted: '200' },
    { poolSize: 100, accepted: '600' },
  ])(
    'starts a PostgreSQL that accepts all connections of a DATABASE_POOL_SIZE of $poolSize',
    async ({ poolSize, accepted }) => {
      const database = await openDataFolderDatabase(undefined, folder, poolSize);
      try {
        const { openDatabase } = await import('@waybill/database');
        const schema = { schema: 'test', entities: [], migrations: [] };
        const connection = await openDatabase(database.url, schema, createLogger('test', 'silent'));
        const rows: unknown = await connection.query('SHOW max_connections');
        await connection.destroy();
        expect(rows).toEqual([{ max_connections: accepted }]);
      } finally {
        await database.close();
      }
    },
  );
});
