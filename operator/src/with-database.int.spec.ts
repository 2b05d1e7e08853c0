import { lockFolder } from '@waybill/composition/data-folder';
import { EmbeddedPostgres } from '@waybill/database';
import { temporaryFolder } from '@waybill/testing';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabase } from './with-database.js';

it('starts no PostgreSQL beside a Waybill that runs in another container, and uses one that it can reach', async () => {
  const data = await temporaryFolder();
  const folder = join(data.path, 'postgres');
  const env = { DATABASE_URL: undefined, DATA_DIR: data.path, DATABASE_POOL_SIZE: 10 };
  const start = () => EmbeddedPostgres.start({ folder, restartOnCrash: false });
  await (await start()).stop();
  const waybill = await lockFolder(data.path);
  try {
    await expect(withDatabase(env, () => Promise.resolve())).rejects.toThrow(/cannot be reached from here/);
    expect(existsSync(join(folder, 'cluster/postmaster.pid'))).toBe(false);
    const server = await start();
    expect(await withDatabase(env, (url) => Promise.resolve(url))).toBe(server.url);
  } finally {
    await (await start()).stop();
    await waybill.release();
    await data.remove();
  }
});
