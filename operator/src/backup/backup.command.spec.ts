import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from './backup.command.js';

describe('backup --if-due', () => {
  const { env } = process;
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
    // No server listens there, so every attempt to make a backup fails.
    const DATABASE_URL = 'postgres://waybill@127.0.0.1:1/waybill';
    process.env = { ...env, DATABASE_URL, BACKUP_INTERVAL_HOURS: '24' };
  });
  afterEach(async () => {
    process.env = env;
    await folder.remove();
  });

  async function addBackup(hoursAgo: number): Promise<void> {
    const createdAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
    const manifest = { format: 1, createdAt, state: 'state-1', schemas: {}, files: [], lost: [] };
    await mkdir(join(folder.path, 'state-1'));
    await writeFile(
      join(folder.path, 'state-1/manifest.json'),
      JSON.stringify({ ...manifest, objects: { count: 0, bytes: 0 } }),
    );
  }

  it('makes no backup while the newest one is younger than BACKUP_INTERVAL_HOURS', async () => {
    await addBackup(23);
    await expect(backup(['--to', folder.path, '--if-due'])).resolves.toBeUndefined();
    await expect(backup(['--to', folder.path])).rejects.toThrow('ECONNREFUSED');
  });

  it('makes a backup when the newest one is older than BACKUP_INTERVAL_HOURS, or there is none', async () => {
    await expect(backup(['--to', folder.path, '--if-due'])).rejects.toThrow('ECONNREFUSED');
    await addBackup(25);
    await expect(backup(['--to', folder.path, '--if-due'])).rejects.toThrow('ECONNREFUSED');
  });
});
