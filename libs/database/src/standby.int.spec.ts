import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@waybill/service-kit';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { openDatabase } from './open-database.js';

const silent = createLogger('test', 'silent');
const database = { schema: 'standing_by', entities: [], migrations: [] };

describe('a PostgreSQL that became a standby', () => {
  it('a read-only standby counts as an unavailable database, at the start and for new connections', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waybill-standby-'));
    const options = { folder, settings: { fsync: 'off' }, restartOnCrash: false };
    const primary = await EmbeddedPostgres.start(options);
    const { port } = new URL(primary.url);
    const opened = await openDatabase(primary.url, database, silent);
    await primary.stop();
    await writeFile(join(folder, 'cluster', 'standby.signal'), '');
    const standby = await EmbeddedPostgres.start({ ...options, port: Number(port) });

    await expect(opened.query('SELECT 1')).rejects.toMatchObject({ code: '25006' });
    const waiting = { connectTimeoutMs: 0 };
    await expect(openDatabase(standby.url, database, silent, waiting)).rejects.toThrow(
      'PostgreSQL is a read-only standby',
    );
    await opened.destroy();
    await standby.stop();
    await rm(folder, { recursive: true });
  });
});
