import { openStore, readSharedEnvironment } from '@waybill/composition';
import { readSecrets, type Secrets, writeSecrets } from '@waybill/composition/data-folder';
import { openDatabase } from '@waybill/database';
import { filesDatabase, StoreMaintenance } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';
import { startPostgres, temporaryFolder, type TemporaryFolder, type TestDatabase } from '@waybill/testing';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rotateKey } from './rotate-key.command.js';

const key = randomBytes(32);
const secrets: Secrets = { sessionSecrets: [randomBytes(32)], encryptionKeys: [key] };

describe('rotate-key', () => {
  const environment = { ...process.env };
  let own: TestDatabase;
  let other: TestDatabase;
  let folder: TemporaryFolder;
  let written: jest.SpyInstance;

  beforeAll(async () => {
    [own, other] = await Promise.all([startPostgres(), startPostgres()]);
  });
  afterAll(() => Promise.all([own.stop(), other.stop()]));

  beforeEach(async () => {
    folder = await temporaryFolder();
    written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    process.env['DATA_DIR'] = folder.path;
    process.env['DATABASE_URL'] = own.url;
    await writeSecrets(folder.path, secrets);
    await adoptStore();
  });
  afterEach(async () => {
    written.mockRestore();
    process.env = { ...environment };
    await folder.remove();
  });

  it('keeps the key of a data folder while DATABASE_URL names another database, which names none of its files', async () => {
    process.env['DATABASE_URL'] = other.url;
    await expect(rotateKey([])).rejects.toThrow(
      /^The object store belongs to another installation than the database\..* No key was replaced/,
    );
    expect(await readSecrets(folder.path)).toEqual(secrets);

    process.env['DATABASE_URL'] = own.url;
    await rotateKey([]);
    const rotated = await readSecrets(folder.path);
    expect(rotated?.encryptionKeys).toHaveLength(1);
    expect(rotated?.encryptionKeys).not.toEqual([key]);
  });

  it('says of given keys that no other is needed only to the database of the store', async () => {
    process.env['ENCRYPTION_KEY'] = [randomBytes(32), key].map((each) => each.toString('base64')).join(',');
    process.env['DATABASE_URL'] = other.url;
    await expect(rotateKey([])).rejects.toThrow(/belongs to another installation/);
    expect(output()).toBe('');

    process.env['DATABASE_URL'] = own.url;
    await rotateKey([]);
    expect(output()).toContain('No other is needed');
  });

  it('keeps the key of a data folder without a database while DATABASE_URL is not set', async () => {
    delete process.env['DATABASE_URL'];
    await expect(rotateKey([])).rejects.toThrow(`There is no Waybill in ${folder.path}.`);
    expect(await readSecrets(folder.path)).toEqual(secrets);
    expect(existsSync(join(folder.path, 'postgres'))).toBe(false);
  });

  const output = () => written.mock.calls.map(([text]) => String(text)).join('');

  async function adoptStore(): Promise<void> {
    const logger = createLogger('test', 'silent');
    const database = await openDatabase(own.url, filesDatabase, logger);
    const store = await openStore(readSharedEnvironment(process.env));
    await new StoreMaintenance(database, store, logger).adopt();
    await database.destroy();
  }
});
