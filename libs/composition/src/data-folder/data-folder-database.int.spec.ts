import { createLogger } from '@waybill/service-kit';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolderDatabase } from './data-folder-database.js';

const silent = createLogger('test', 'silent');

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
      const database = await openDataFolderDatabase(undefined, folder, poolSize, silent);
      try {
        const { openDatabase } = await import('@waybill/database');
        const schema = { schema: 'test', entities: [], migrations: [] };
        const connection = await openDatabase(database.url, schema, silent);
        const rows: unknown = await connection.query('SHOW max_connections');
        await connection.destroy();
        expect(rows).toEqual([{ max_connections: accepted }]);
      } finally {
        await database.close();
      }
    },
  );

  it('logs the death of the PostgreSQL that it started', async () => {
    let write: (line: string) => void = () => undefined;
    const firstLine = new Promise<string>((resolve) => (write = resolve));
    const logger = createLogger('test', 'warn', { write: (line) => write(line) });
    const database = await openDataFolderDatabase(undefined, folder, 10, logger);
    try {
      const lock = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(lock, 10), 'SIGKILL');
      expect(await firstLine).toContain('PostgreSQL died, starting it again');
    } finally {
      await database.close();
    }
  });
});
