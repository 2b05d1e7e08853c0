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

  /** @returns a logger, and a promise of its first warning */
  function firstWarning() {
    let write: (line: string) => void = () => undefined;
    const line = new Promise<string>((resolve) => (write = resolve));
    return { logger: createLogger('test', 'warn', { write: (text) => write(text) }), line };
  }

  it('logs the death of the PostgreSQL that it started', async () => {
    const { logger, line } = firstWarning();
    const database = await openDataFolderDatabase(undefined, folder, 10, logger);
    try {
      const lock = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(lock, 10), 'SIGKILL');
      expect(await line).toContain('PostgreSQL died, starting it again');
    } finally {
      await database.close();
    }
  });

  it('shuts its PostgreSQL down when the process exits without closing it', async () => {
    const before = process.listeners('exit');
    const { logger, line } = firstWarning();
    const database = await openDataFolderDatabase(undefined, folder, 10, logger);
    try {
      const added = process.listeners('exit').filter((listener) => !before.includes(listener));
      expect(added).toHaveLength(1);
      for (const exit of added) exit(0);
      // This process goes on, notices it and starts it again.
      expect(await line).toContain('PostgreSQL died, starting it again');
    } finally {
      await database.close();
    }
    expect(process.listeners('exit')).toEqual(before);
  });
});
