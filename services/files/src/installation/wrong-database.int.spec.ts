import { createHash, randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Caller,
  type FileView,
  changeFileSettings,
  deleteFile,
  getFile,
  DAY_MS,
} from '@waybill/contracts';
import { createLogger, metrics } from '@waybill/service-kit';
import { EncryptedObjects, type ObjectStore, openS3Store } from '@waybill/storage';
import {
  describeWithServer,
  eventually,
  metricIn,
  startMinio,
  startPostgres,
  type TestDatabase,
} from '@waybill/testing';
import { openDatabase } from '@waybill/database';
import { buffer } from 'node:stream/consumers';
import { DataSource } from 'typeorm';
import { FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { filesDatabase } from '../database/files.database.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { ExpirySweep } from '../expiry/expiry.sweep.js';
import { OrphanCleanupService } from '../storage-cleanup/orphan-cleanup.service.js';
import { MARKER_KEY } from './installation-marker.js';
import { refusalMessages } from './cleanup.policy.js';
import { StoreOwnershipService } from './store-ownership.service.js';

describe('The object store in a folder', () => {
  survivesWrongDatabases(() => Promise.resolve(undefined));
});

describeWithServer('The object store on S3', startMinio, (server) => {
  survivesWrongDatabases(() => {
    const { endpoint, region, accessKey, secretKey } = server();
    const bucket = `files-${randomUUID()}`;
    return openS3Store({ endpoint: new URL(endpoint), region, accessKey, secretKey, bucket });
  });
});

function survivesWrongDatabases(openStore: () => Promise<ObjectStore | undefined>): void {
  let files: FilesTestApp;
  let other: TestDatabase;
  let owner: Caller;
  let file: FileView;
  let objects: string[];

  beforeEach(async () => {
    const store = await openStore();
    files = await FilesTestApp.start({ ...(store && { store }), work: true });
    other = await startPostgres();
    owner = await files.account('pro');
    file = await fileForEver();
    objects = await files.objectKeys();
  });

  afterEach(async () => {
    await files.close();
    await other.stop();
  });

  it('keeps all objects at a start on an empty database, and reports the refusal', async () => {
    await files.stop();
    await age(files, objects);
    await files.startAgain({ url: other.url });
    await eventually(() => expect(files.errors()).toContain(refusalMessages['other-installation']));
    expect(metricIn(await metrics.render(), refusedFor('other-installation'))).toBe(1);
    await cleanUpForTwoWeeks();
    expect(await files.objectKeys()).toEqual(objects);

    await files.restart();
    await expect(
      files.request(getFile, { fileId: file.id, caller: owner, token: null }),
    ).resolves.toMatchObject({
      id: file.id,
    });
    expect(metricIn(await metrics.render(), refusedFor('other-installation'))).toBe(0);
  });

  it('keeps all objects when the database was lost before the store had a marker', async () => {
    await files.stop();
    await files.store.delete(MARKER_KEY);
    await age(files, objects);
    await files.startAgain({ url: other.url });
    await eventually(() => expect(files.errors()).toContain(refusalMessages['unknown-objects']));
    await cleanUpForTwoWeeks();
    expect(await files.objectKeys()).toEqual(objects);
    await expect(files.store.stat(MARKER_KEY)).resolves.toBeNull();
  });

  it('keeps the objects of a file that is deleted on a database used by mistake, until an operator decides', async () => {
    await files.restart({ url: other.url });
    const mistaken = await files.file(owner);
    await files.request(deleteFile, { fileId: mistaken.id, caller: owner });
    await cleanUpForTwoWeeks();
    expect(await files.objectKeys()).toHaveLength(objects.length + 1);
    await files.get(StoreOwnershipService).adopt();
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(objects);
  });

  it('keeps all objects when a copy of the database expires and deletes its files', async () => {
    await copyDatabase();
    // The original database continues and changes the token within minutes.
    await files.startAgain();
    files.clock.advance(HOUR_MS);
    await expect(files.get(StoreOwnershipService).refusal()).resolves.toBeNull();
    const kept = await fileForEver();
    const all = (await files.objectKeys()).sort();

    await files.restart({ url: other.url });
    await eventually(() => expect(files.errors()).toContain(refusalMessages['other-copy']));
    const deleteAt = new Date(files.clock.now().getTime() + HOUR_MS).toISOString();
    await files.request(changeFileSettings, {
      fileId: file.id,
      caller: owner,
      settings: { deleteAt },
    });
    await cleanUpForTwoWeeks();
    expect((await files.objectKeys()).sort()).toEqual(all);

    await files.restart();
    await expect(readWhole(kept.id)).resolves.toEqual(Buffer.from('hello'));
    await expect(readWhole(file.id)).resolves.toEqual(Buffer.from('hello'));
    await expect(files.get(StoreOwnershipService).refusal()).resolves.toBeNull();
  });

  it('keeps all objects when a copy of the database deletes its files before the original has used the store again', async () => {
    await copyDatabase();
    await files.startAgain({ url: other.url });
    await eventually(() => expect(files.errors()).toContain(refusalMessages['moved-database']));
    expect(metricIn(await metrics.render(), refusedFor('moved-database'))).toBe(1);
    await files.request(deleteFile, { fileId: file.id, caller: owner });
    await cleanUpForTwoWeeks();
    expect(await files.objectKeys()).toEqual(objects);

    await files.restart();
    await expect(readWhole(file.id)).resolves.toEqual(Buffer.from('hello'));
    await expect(files.get(StoreOwnershipService).refusal()).resolves.toBeNull();
  });

  it('belongs to a database that was moved to another server once an operator says so', async () => {
    await copyDatabase();
    await files.startAgain({ url: other.url });
    const ownership = files.get(StoreOwnershipService);
    await expect(ownership.refusal()).resolves.toBe('moved-database');
    await ownership.adopt();
    await files.request(deleteFile, { fileId: file.id, caller: owner });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual([]);
  });

  it('keeps younger objects when an older state of the database is brought back', async () => {
    await copyDatabase();
    await files.startAgain();
    files.clock.advance(HOUR_MS);
    await files.get(StoreOwnershipService).refusal();
    await files.file(owner);
    const all = (await files.objectKeys()).sort();
    await files.restart({ url: other.url });
    await eventually(() => expect(files.errors()).toContain(refusalMessages['other-copy']));
    await cleanUpForTwoWeeks();
    expect((await files.objectKeys()).sort()).toEqual(all);
  });

  it('an object store on S3 is taken over by the database of an earlier version, whose rows name the objects', async () => {
    await files.stop();
    await files.store.delete(MARKER_KEY);
    const logger = createLogger('test', 'silent');
    const database = await openDatabase(files.url, filesDatabase, logger);
    const runner = database.createQueryRunner();
    while (await runner.hasTable('installation')) await database.undoLastMigration({ transaction: 'none' });
    await runner.release();
    await database.destroy();
    await files.store.put('orphan', one());

    await files.startAgain();
    await eventually(async () => expect(await files.store.stat(MARKER_KEY)).not.toBeNull());
    await expect(files.get(StoreOwnershipService).refusal()).resolves.toBeNull();
    expect(files.errors()).toEqual([]);
    await files.request(deleteFile, { fileId: file.id, caller: owner });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(['orphan']);
  });

  it('accepts the token that a crash between the row and the marker left there', async () => {
    const marker = await buffer(await files.store.get(MARKER_KEY));
    files.clock.advance(HOUR_MS);
    await expect(files.get(StoreOwnershipService).refusal()).resolves.toBeNull();
    await files.store.put(MARKER_KEY, once(marker));
    files.clock.advance(HOUR_MS);
    await expect(files.get(StoreOwnershipService).refusal()).resolves.toBeNull();
  });

  async function fileForEver(): Promise<FileView> {
    const { id } = await files.file(owner);
    return files.request(changeFileSettings, { fileId: id, caller: owner, settings: { deleteAt: null } });
  }

  /** Long enough for orphans to be due, and for every sweep to run. */
  async function cleanUpForTwoWeeks(): Promise<void> {
    for (let day = 0; day < 14; day++) {
      files.clock.advance(DAY_MS);
      await files.get(ExpirySweep).sweep();
      await files.get(ObjectDeletionService).deleteQueued();
      await files.get(OrphanCleanupService).cleanUp();
    }
  }

  async function readWhole(fileId: string): Promise<Buffer> {
    const [row] = (await files.rows(
      'SELECT object_key AS "objectKey", wrapped_key AS "wrappedKey" FROM files WHERE id = $1',
      [fileId],
    )) as { objectKey: string; wrappedKey: string }[];
    if (!row) throw new Error(`There is no file ${fileId}`);
    return buffer(await files.get(EncryptedObjects).read(row, 5));
  }

  /** Makes `other` a copy of the database, and leaves the service stopped. */
  async function copyDatabase(): Promise<void> {
    await files.stop();
    await other.stop();
    const [source, copy] = [files.url, other.url].map((url) => new URL(url).pathname.slice(1));
    const server = new URL(files.url);
    server.pathname = 'postgres';
    const connection = await new DataSource({ type: 'postgres', url: server.href }).initialize();
    try {
      await eventually(() => connection.query(`CREATE DATABASE ${copy} TEMPLATE ${source}`));
    } finally {
      await connection.destroy();
    }
  }
}

/** Dates objects on the filesystem two days back. On S3 only the clock advances. */
async function age(files: FilesTestApp, keys: readonly string[]): Promise<void> {
  files.clock.advance(2 * DAY_MS);
  const then = new Date(Date.now() - 2 * DAY_MS);
  for (const key of keys) {
    const folder = createHash('sha256').update(key).digest('hex').slice(0, 3);
    await utimes(join(files.folder, 'objects', folder, key), then, then).catch(() => undefined);
  }
}

function refusedFor(reason: string): string {
  return `waybill_store_cleanup_refused{reason="${reason}"}`;
}

function one(): AsyncIterable<Uint8Array> {
  return once(Buffer.from('x'));
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
