import type { Uploaded } from '@waybill/contracts';
import { FilesystemObjectStore, type ObjectStore, openS3Store } from '@waybill/storage';
import {
  describeOnSmallDisk,
  eventually,
  SmallDisk,
  startMinio,
  startMinioOn,
  startPostgres,
  type TestDatabase,
} from '@waybill/testing';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { BackgroundUser } from '../support/background-user.js';
import { isOfFile } from '../support/instance.js';
import { hashOf } from '../support/load.js';
import { binaryFile, failure, ApiClient } from '../support/api-client.js';
import { Standalone } from '../support/standalone.js';

const PROMOTION = { PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z' };
const DISK_MIB = 64;
const LARGE = 6_500_000;
/** From a single buffered write up to several multipart parts. */
const SIZES = [70_000, 1_300_000, LARGE];
/** Number of 507 responses to wait for, per size. */
const REFUSALS = 5;
const RECOVERY = { timeoutMs: 60_000 };

interface FullStore {
  readonly waybill: Standalone;
  readonly store: ObjectStore;
  makeRoom(owner: ApiClient): Promise<void>;
  stop(): Promise<void>;
}

describeOnSmallDisk('a full object store under load', () => {
  describe('filesystem store', () => describeFullStore(onFilesystem));

  const reason = startMinio.unavailable();
  if (reason !== null) process.stderr.write(`Skipped "a full object store under load: MinIO": ${reason}\n`);
  (reason === null ? describe : describe.skip)('MinIO', () => describeFullStore(onMinio));
});

function describeFullStore(start: (postgres: TestDatabase) => Promise<FullStore>): void {
  let postgres: TestDatabase;
  let full: FullStore;

  // A second attempt starts with an empty disk.
  beforeEach(async () => {
    postgres = await startPostgres();
    full = await start(postgres);
  });

  afterEach(async () => {
    await full.stop();
    await postgres.stop();
  });

  it('refuses uploads with 507 while the disk is full, keeps nothing of them, and accepts uploads once there is space', async () => {
    const { waybill, store } = full;
    const owner = await ApiClient.signedIn(waybill.url);
    /** Hashes of acknowledged uploads, by id. */
    const kept = new Map<string, string>();
    const sharedFile = binaryFile(500_000);
    const sharedFileId = await owner.upload(sharedFile);
    kept.set(sharedFileId, hashOf(sharedFile.bytes));

    let served = 0;
    const visitor = new BackgroundUser('visits', async () => {
      const answer = await new ApiClient(waybill.url).get(`/api/files/${sharedFileId}/download`);
      expect(hashOf(await answer.bytes())).toBe(kept.get(sharedFileId));
      served++;
    });
    const over = new AbortController();
    const visits = visitor.runUntil(over.signal);
    await Promise.all(SIZES.map((size) => uploadUntilRefused(owner, size, kept)));
    over.abort();
    await visits;
    process.stdout.write(`Full store: ${kept.size} uploads stored, ${served} visitors served.\n`);

    expect(visitor.failures).toEqual([]);
    expect((await fetch(`${waybill.url}/api/health`)).status).toBe(200);
    await expectNothingElseStored(postgres.url, store, kept);
    for (const [id, hash] of kept) {
      expect(hashOf(await (await owner.get(`/api/files/${id}/download?disposition=inline`)).bytes())).toBe(
        hash,
      );
    }

    await full.makeRoom(owner);
    await eventually(async () => {
      const id = await owner.upload(binaryFile(LARGE));
      expect((await owner.get(`/api/files/${id}/download?disposition=inline`)).status).toBe(200);
    }, RECOVERY);
  });
}

async function uploadUntilRefused(owner: ApiClient, size: number, kept: Map<string, string>): Promise<void> {
  for (let refusals = 0; refusals < REFUSALS;) {
    const file = binaryFile(size);
    const answer = await owner.send(file);
    if (answer.status === 201) kept.set(((await answer.json()) as Uploaded).id, hashOf(file.bytes));
    else {
      expect(await failure(answer)).toEqual({
        statusCode: 507,
        code: 'server.storage-full',
        message: 'There is no room left to keep this file.',
      });
      refusals++;
    }
  }
}

/** Checks that rows and objects are exactly those of the acknowledged uploads. */
async function expectNothingElseStored(
  databaseUrl: string,
  store: ObjectStore,
  kept: ReadonlyMap<string, string>,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await eventually(async () => {
      const { rows } = await client.query(
        'SELECT (SELECT count(*) FROM files.reservations)::int + (SELECT count(*) FROM files.discarded_objects)::int AS left_over',
      );
      expect(rows).toEqual([{ left_over: 0 }]);
    }, RECOVERY);
    const { rows } = await client.query<{ id: string; key: string }>(
      'SELECT id, object_key AS key FROM files.files',
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([...kept.keys()].sort());
    const objects: string[] = [];
    for await (const { key } of store.list('')) if (isOfFile(key)) objects.push(key);
    expect(objects.sort()).toEqual(rows.map(({ key }) => key).sort());
    expect(await store.removeUnfinished(new Date(Date.now() + 1000))).toBe(0);
  } finally {
    await client.end();
  }
}

async function onFilesystem({ url }: TestDatabase): Promise<FullStore> {
  const disk = SmallDisk.mount(DISK_MIB);
  const waybill = await Standalone.start({ ...PROMOTION, DATABASE_URL: url, DATA_DIR: disk.path });
  return {
    waybill,
    store: new FilesystemObjectStore(join(disk.path, 'objects')),
    makeRoom: async (owner) => {
      const large = (await owner.files()).filter(({ size }) => size === LARGE);
      for (const { id } of large) expect((await owner.json('DELETE', `/api/files/${id}`)).status).toBe(204);
    },
    stop: async () => {
      await waybill.dispose();
      disk.unmount();
    },
  };
}

async function onMinio({ url }: TestDatabase): Promise<FullStore> {
  const disk = SmallDisk.mount(DISK_MIB);
  // MinIO may keep the bytes of deleted objects for five minutes. So the room comes from a file of its drive.
  const otherFile = join(disk.path, 'other-file');
  await writeFile(otherFile, Buffer.alloc(3 * LARGE));
  const server = await startMinioOn(disk.path);
  const { endpoint, region, accessKey, secretKey } = server;
  const bucket = 'waybill';
  const store = await openS3Store({ endpoint: new URL(endpoint), region, bucket, accessKey, secretKey });
  const waybill = await Standalone.start({
    ...PROMOTION,
    DATABASE_URL: url,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  });
  return {
    waybill,
    store,
    makeRoom: () => rm(otherFile),
    stop: async () => {
      await waybill.dispose();
      await server.stop();
      disk.unmount();
    },
  };
}
