import { createLogger } from '@waybill/service-kit';
import { Keyring } from '@waybill/storage';
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { FilesTestApp, KEY } from '../testing/files-test-app.js';
import { EncryptionKeyCheckService } from './encryption-key-check.service.js';

const OTHER = randomBytes(32);

describe('EncryptionKeyCheckService', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  const startWith = (...keys: Buffer[]) =>
    new EncryptionKeyCheckService(
      files.get(DataSource),
      new Keyring(keys),
      createLogger('test', 'silent'),
    ).onModuleInit();

  it('accepts any key without files', async () => {
    await startWith(OTHER);
  });

  it('accepts keys that include the key of the files, and refuses others in one sentence', async () => {
    const caller = await files.account('pro');
    await files.upload(caller, [{ bytes: Buffer.from('one') }, { bytes: Buffer.from('two') }]);
    await startWith(KEY);
    await startWith(OTHER, KEY);
    await expect(startWith(OTHER)).rejects.toThrow(
      /^ENCRYPTION_KEY, or keys\/secrets\.json in DATA_DIR, does not fit the stored files: 2 of 2 need the key with the id [0-9a-f]{16}\. /,
    );
  });

  it('accepts the key despite a single damaged row', async () => {
    await files.rows(
      'UPDATE files SET wrapped_key = $1 WHERE id = (SELECT id FROM files ORDER BY id LIMIT 1)',
      [new Keyring([OTHER]).create('damaged')],
    );
    await startWith(KEY);
  });
});
