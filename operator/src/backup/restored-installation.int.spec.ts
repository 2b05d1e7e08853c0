import { BackupFolder, openVerifiedBackup, restoreBackup, takeBackup } from '@waybill/backup';
import { openDatabase } from '@waybill/database';
import { filesDatabase } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { startPostgres, temporaryFolder } from '@waybill/testing';
import { join } from 'node:path';

const OWNER = '0b7d1c1e-0000-4000-8000-000000000001';

describe('restored database', () => {
  it('a restored database is a new installation, whose id does not count as data to replace, and counts its files', async () => {
    const [source, target, folder] = await Promise.all([startPostgres(), startPostgres(), temporaryFolder()]);
    const logger = createLogger('test', 'silent');
    const parts = {
      services: [filesDatabase],
      bus: null,
      objects: new FilesystemObjectStore(join(folder.path, 'objects')),
      mails: join(folder.path, 'mails'),
    };
    try {
      for (const { url } of [source, target]) {
        const database = await openDatabase(url, filesDatabase, logger);
        await database.query(
          'INSERT INTO installation VALUES (gen_random_uuid(), gen_random_uuid(), NULL, now())',
        );
        await database.query("INSERT INTO orphans VALUES ('orphan', 1, now(), now())");
        await database.destroy();
      }
      await insertFile(source.url);
      const location = new BackupFolder(join(folder.path, 'backup'));
      await takeBackup(
        {
          ...parts,
          databaseUrl: source.url,
          series: null,
          secrets: {},
          references: { schema: 'files', keys: noKeys },
        },
        location,
      );
      await restoreBackup(
        await openVerifiedBackup(location),
        {
          ...parts,
          databaseUrl: target.url,
          references: { schema: 'files', repair: () => Promise.resolve() },
          installSecrets: () => Promise.resolve(),
        },
        { force: false, logger },
      );
      const restored = await openDatabase(target.url, filesDatabase, logger);
      await expect(restored.query('SELECT FROM installation')).resolves.toEqual([]);
      await expect(restored.query('SELECT FROM orphans')).resolves.toEqual([]);
      await expect(restored.query('SELECT owner_id, files FROM file_counts')).resolves.toEqual([
        { owner_id: OWNER, files: 1 },
      ]);
      await restored.destroy();
    } finally {
      await Promise.all([source.stop(), target.stop(), folder.remove()]);
    }
  });
});

async function* noKeys(): AsyncGenerator<string> {
  // The database has no files.
}

/** A file without an object in the store. */
async function insertFile(url: string): Promise<void> {
  const database = await openDatabase(url, filesDatabase, createLogger('test', 'silent'));
  await database.query(
    `INSERT INTO files (id, upload_id, user_id, original_name, mime_type, size, created_at, object_key, wrapped_key, preview_kind, preview_state)
     VALUES (gen_random_uuid(), gen_random_uuid(), $1, 'notes.txt', 'text/plain', 5, now(), gen_random_uuid(), 'key', 'text', 'none')`,
    [OWNER],
  );
  await database.destroy();
}
