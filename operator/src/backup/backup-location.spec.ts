import { FilesystemObjectStore } from '@waybill/storage';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openBackupLocation } from './backup-location.js';

describe('openBackupLocation', () => {
  const env = { DATA_DIR: '/var/lib/waybill', S3_REGION: 'us-east-1' };
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  const putObject = (key: string) =>
    new FilesystemObjectStore(join(folder.path, 'objects')).put(key, Readable.from([Buffer.from('{}')]));

  const add = (path: string) => mkdir(join(folder.path, path), { recursive: true });

  it.each([
    ['keys', () => add('keys/secrets.json')],
    ['a database', () => add('postgres/cluster')],
    ['the marker of an installation', () => putObject('waybill-installation')],
  ])(
    'refuses to write backups to a data folder of Waybill, where a backup deletes objects: %s',
    async (_sign, prepare) => {
      await prepare();
      for (const use of ['write', 'remove'] as const)
        await expect(openBackupLocation(folder.path, env, use)).rejects.toThrow(
          `${folder.path} is a data folder of Waybill: give the backups another one.`,
        );
      expect((await openBackupLocation(folder.path, env, 'read')).name).toBe(folder.path);
    },
  );

  it('opens a folder of backups, which have objects too, and a folder that is missing', async () => {
    expect((await openBackupLocation(join(folder.path, 'missing'), env, 'write')).name).toMatch(/missing$/);
    await putObject('0b7d1c1e-0000-4000-8000-000000000001');
    expect((await openBackupLocation(folder.path, env, 'write')).name).toBe(folder.path);
  });
});
