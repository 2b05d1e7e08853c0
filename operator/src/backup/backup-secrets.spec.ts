import { readSecrets, toEnvironment, writeSecrets } from '@waybill/composition/data-folder';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { installSecrets } from './backup-secrets.js';

const secretsWith = (key: Buffer) => ({ sessionSecrets: [Buffer.alloc(32, 1)], encryptionKeys: [key] });

describe('installSecrets', () => {
  const present = secretsWith(randomBytes(32));
  const restored = secretsWith(randomBytes(32));
  let folder: TemporaryFolder;

  beforeEach(async () => {
    folder = await temporaryFolder();
    await writeSecrets(folder.path, present);
  });
  afterEach(() => folder.remove());

  const install = (secrets: typeof present, force: boolean, DATABASE_URL?: string) =>
    installSecrets({ DATA_DIR: folder.path, DATABASE_URL }, toEnvironment(secrets), {
      rowsAreInPlace: false,
      force,
    });

  it('keeps the keys of a data folder that the backup lacks when DATABASE_URL names an empty database', async () => {
    await expect(install(restored, false, 'postgres://new')).rejects.toThrow(
      `${folder.path} has a key that the backup lacks, and that may be the only one of other files. Restore into an empty ` +
        'DATA_DIR, or with --force, which removes that key for good.',
    );
    expect(await readSecrets(folder.path)).toEqual(present);
  });

  it.each([
    ['the database of the folder, which is empty', restored, false, undefined],
    ['another database with --force', restored, true, 'postgres://new'],
    ['another database, and the same keys', present, false, 'postgres://new'],
  ])('installs the keys of a backup that is restored into %s', async (_case, secrets, force, url) => {
    await install(secrets, force, url);
    expect((await readSecrets(folder.path))?.encryptionKeys[0]).toEqual(secrets.encryptionKeys[0]);
  });
});
