import { addFileToUpload, commitUpload, openUpload } from '@waybill/contracts';
import { EncryptedObjects, Keyring, type RewrapResult, UnknownKeyError } from '@waybill/storage';
import { eventually } from '@waybill/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { FilesTestApp, KEY } from '../testing/files-test-app.js';
import { rewrapKeys } from './rewrap-keys.js';

const newer = randomBytes(32);
const both = new Keyring([newer, KEY]);
const alone = new Keyring([newer]);

interface KeyRow {
  readonly object_key: string;
  readonly wrapped_key: string;
  readonly thumbnail: { objectKey: string; wrappedKey: string; size: number } | null;
}

describe('rewrapKeys', () => {
  let files: FilesTestApp;
  beforeAll(async () => {
    files = await FilesTestApp.start();
  });
  afterAll(() => files.close());

  const database = () => files.get(DataSource);
  const rows = () => files.rows('SELECT object_key, wrapped_key, thumbnail FROM files') as Promise<KeyRow[]>;

  it('rewraps the keys of files, previews and uploads in progress, so that the former key is not needed', async () => {
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

  it('rewraps the keys of previews that a reader unlocked, and skips those without an object', async () => {
    const { objectKey, wrappedKey } = files.get(EncryptedObjects).create();
    await files.rows(
      `INSERT INTO unlocked_previews (id, file_id, state, object_key, wrapped_key, created_at)
       VALUES ($1, $1, 'ready', $2, $3, now()), ($4, $4, 'incorrect', NULL, NULL, now())`,
      [randomUUID(), objectKey, wrappedKey, randomUUID()],
    );
    expect(await rewrapKeys(database(), both)).toEqual({ rows: 4, rewrapped: 1, left: 0 });
    const [row] = (await files.rows(
      'DELETE FROM unlocked_previews RETURNING object_key, wrapped_key',
    )) as unknown as [KeyRow[], number];
    const rewrapped = row.find(({ object_key }) => object_key === objectKey);
    expect(alone.unwrap(rewrapped!.wrapped_key, objectKey)).toHaveLength(32);
  });

  it('continues after an interruption, over more than one batch', async () => {
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

  /** Runs `change` in a transaction that takes `lock` before the rewrapping starts and commits while it runs. */
  async function rewrapDuring(
    lock: string,
    change: (runner: QueryRunner) => Promise<unknown>,
  ): Promise<RewrapResult> {
    const runner = database().createQueryRunner();
    await runner.startTransaction();
    await runner.query(lock);
    const begun = jest.spyOn(database(), 'transaction');
    const rewrapping = rewrapKeys(database(), both);
    // Wait until the rewrapping has skipped the locked row, or is waiting for the lock.
    await eventually(async () => {
      const [{ waiting }] = (await runner.query(
        'SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted',
      )) as [{ waiting: number }];
      expect(begun.mock.calls.length + waiting).toBeGreaterThan(1);
    });
    await change(runner);
    await runner.commitTransaction();
    await runner.release();
    begun.mockRestore();
    return rewrapping;
  }

  it('does not overwrite concurrent changes', async () => {
    const { id } = await files.file(await files.account('pro'));
    const preview = files.get(EncryptedObjects).create();
    const rewrapped = await rewrapDuring('SELECT FROM files FOR UPDATE', (runner) =>
      runner.query('UPDATE files SET thumbnail = $2 WHERE id = $1', [id, { ...preview, size: 7 }]),
    );
    expect(rewrapped).toMatchObject({ rewrapped: 1, left: 0 });
    const kept = (await rows()).find(({ thumbnail }) => thumbnail?.objectKey === preview.objectKey);
    expect(alone.unwrap(kept?.thumbnail?.wrappedKey ?? '', preview.objectKey)).toHaveLength(32);
  });

  it('rewraps the key of a file that a concurrent commit creates from an upload', async () => {
    const caller = await files.account('pro');
    const { uploadId } = await files.request(openUpload, { caller });
    const { fileId } = await files.request(addFileToUpload, { uploadId, originalName: 'four' });
    // Gives the rewrapping another file to change before the commit has finished.
    await files.upload(caller);
    const read = (await files.rows('SELECT * FROM reservations WHERE file_id = $1', [fileId])) as KeyRow[];
    const [{ object_key, wrapped_key } = { object_key: '', wrapped_key: '' }] = read;
    const rewrapped = await rewrapDuring('SELECT FROM uploads FOR UPDATE', async (runner) => {
      await runner.query('DELETE FROM reservations WHERE file_id = $1', [fileId]);
      await runner.query(
        `INSERT INTO files (id, upload_id, user_id, original_name, mime_type, size, created_at, object_key,
                            wrapped_key, preview_kind, preview_state)
         VALUES ($1, $2, $3, 'four', 'text/plain', 1, now(), $4, $5, 'none', 'none')`,
        [fileId, uploadId, caller.userId, object_key, wrapped_key],
      );
    });
    expect(rewrapped).toMatchObject({ rewrapped: 2, left: 0 });
    for (const kept of await rows()) alone.unwrap(kept.wrapped_key, kept.object_key);
  });

  it('changes nothing when a master key is missing', async () => {
    const other = new Keyring([randomBytes(32)]);
    const before = await rows();
    await expect(rewrapKeys(database(), other)).rejects.toThrow(UnknownKeyError);
    expect(await rows()).toEqual(before);
  });
});
