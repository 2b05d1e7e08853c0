import { addFileToUpload, commitUpload, openUpload } from '@waybill/contracts';
import { EncryptedObjects, Keyring, UnknownKeyError } from '@waybill/storage';
import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { FilesService, KEY } from '../../test/files-service.js';
import { rewrapKeys } from './rewrap-keys.js';

const newer = randomBytes(32);
const both = new Keyring([newer, KEY]);
const alone = new Keyring([newer]);

interface KeyRow {
  readonly object_key: string;
  readonly wrapped_key: string;
  readonly thumbnail: { objectKey: string; wrappedKey: string; size: number } | null;
}

describe('wrapping all data keys anew', () => {
  let files: FilesService;
  beforeAll(async () => {
    files = await FilesService.start();
  });
  afterAll(() => files.close());

  const database = () => files.get(DataSource);
  const rows = () => files.rows('SELECT object_key, wrapped_key, thumbnail FROM files') as Promise<KeyRow[]>;

  it('makes the former key needless for files, their previews and uploads under way', async () => {
    const caller = await files.account('pro');
    await files.upload(caller, [{ bytes: Buffer.from('one') }, { bytes: Buffer.from('two') }]);
    const preview = files.get(EncryptedObjects).create();
    await files.rows('UPDATE files SET thumbnail = $1', [{ ...preview, size: 7 }]);
    const { uploadId } = await files.request(openUpload, { caller });
    const underWay = await files.request(addFileToUpload, { uploadId, originalName: 'three' });

    expect(await rewrapKeys(database(), both)).toEqual({ rows: 3, rewrapped: 3, left: 0 });

    const { fileId } = underWay;
    await files.request(commitUpload, {
      uploadId,
      files: [{ fileId, size: 5, mimeType: 'application/octet-stream' }],
    });
    const kept = await rows();
    expect(kept).toHaveLength(3);
    for (const { object_key, wrapped_key, thumbnail } of kept) {
      expect(alone.unwrap(wrapped_key, object_key)).toHaveLength(32);
      if (!thumbnail) continue;
      expect(thumbnail.size).toBe(7);
      expect(alone.unwrap(thumbnail.wrappedKey, preview.objectKey)).toHaveLength(32);
    }
    expect(await rewrapKeys(database(), alone)).toEqual({ rows: 3, rewrapped: 0, left: 0 });
  });

  it('goes on where it was broken off, over more than one batch', async () => {
    const [upload, user] = [randomUUID(), randomUUID()];
    const former = new Keyring([KEY]);
    const many = Array.from({ length: 1200 }, (_, at) => {
      const objectKey = randomUUID();
      return { id: randomUUID(), objectKey, wrapped: (at % 3 === 0 ? both : former).create(objectKey) };
    });
    await files.rows(
      `INSERT INTO files (id, upload_id, user_id, original_name, mime_type, size, created_at, object_key, wrapped_key,
                          preview_kind, preview_state)
       SELECT id, $2, $3, 'many', 'text/plain', 1, now(), "objectKey", wrapped, 'none', 'none'
       FROM jsonb_to_recordset($1) AS m (id uuid, "objectKey" text, wrapped text)`,
      [JSON.stringify(many), upload, user],
    );
    expect(await rewrapKeys(database(), both)).toEqual({ rows: 1203, rewrapped: 800, left: 0 });
    for (const { object_key, wrapped_key } of await rows()) alone.unwrap(wrapped_key, object_key);
  });

  it('waits for whoever is changing a row', async () => {
    await files.upload(await files.account('pro'));
    const runner = database().createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM files FOR UPDATE');
    const rewrapping = rewrapKeys(database(), both);
    await runner.query('SELECT pg_sleep(0.3)');
    await runner.commitTransaction();
    await runner.release();
    expect(await rewrapping).toMatchObject({ rewrapped: 1, left: 0 });
  });

  it('changes nothing when a key is missing', async () => {
    const other = new Keyring([randomBytes(32)]);
    const before = await rows();
    await expect(rewrapKeys(database(), other)).rejects.toThrow(UnknownKeyError);
    expect(await rows()).toEqual(before);
  });
});
