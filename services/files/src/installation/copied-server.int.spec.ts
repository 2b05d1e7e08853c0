import { randomUUID } from 'node:crypto';
import { type Caller, DAY_MS, deleteFile, type FileView } from '@waybill/contracts';
import { openS3Store, type ObjectStore } from '@waybill/storage';
import { describeWithServer, eventually, startMinio } from '@waybill/testing';
import { CopiedPostgres } from '../testing/copied-postgres.js';
import { FilesTestApp } from '../testing/files-test-app.js';
import { ExpirySweep } from '../expiry/expiry.sweep.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { OrphanCleanupService } from '../storage-cleanup/orphan-cleanup.service.js';
import { refusalMessages } from './cleanup.policy.js';
import { CleanupPermissionService } from './cleanup-permission.service.js';
import { CLAIM_CHECKS } from './store-claim.js';
import { StoreOwnershipService } from './store-ownership.service.js';

describeWithServer('A copy of the volume of PostgreSQL on the same bucket', startMinio, (server) => {
  let servers: CopiedPostgres;
  let production: FilesTestApp;
  let copy: FilesTestApp | undefined;
  let owner: Caller;
  let file: FileView;
  let objects: string[];

  // Fake `setInterval`, so that claims are checked only when the test calls `check`.
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: [
        ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
        ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
      ],
    });
  });
  afterEach(() => jest.useRealTimers());

  beforeEach(async () => {
    servers = await CopiedPostgres.start();
    production = await FilesTestApp.start({ store: await openStore(), url: servers.url('original') });
    owner = await production.account('pro');
    file = await production.file(owner);
    objects = await production.objectKeys();
  });

  afterEach(async () => {
    await copy?.close();
    copy = undefined;
    await production.close();
    await servers.stop();
  });

  it('deletes nothing of production from its first second, and production goes on deleting', async () => {
    const deleted = await startCopy();
    await cleanUp(deleted);
    expect(await production.objectKeys()).toEqual(objects);
    await check(CLAIM_CHECKS + 1, production, deleted);
    await cleanUp(deleted);
    expect(await production.objectKeys()).toEqual(objects);
    expect(deleted.errors()).toContain(refusalMessages['other-copy']);
    await production.request(deleteFile, { fileId: file.id, caller: owner });
    await production.get(ObjectDeletionService).deleteQueued();
    expect(await production.objectKeys()).toEqual([]);
  });

  it('deletes nothing when both are started at the same time, and production deletes again once it is alone', async () => {
    const other = await startCopy();
    // Simulate a restart of both servers.
    for (const app of [production, other]) await app.rows(`UPDATE installation SET server_run = 'before'`);
    await check(2 * CLAIM_CHECKS, other, production);
    await Promise.all([cleanUp(other), cleanUp(production)]);
    expect(await production.objectKeys()).toEqual(objects);
    for (const app of [production, other]) expect(app.errors()).toContain(refusalMessages.contested);
    await other.stop();
    await check(CLAIM_CHECKS + 1, production);
    await expect(production.get(StoreOwnershipService).refusal()).resolves.toBeNull();
    await other.startAgain({ url: servers.url('copy') });
    await expect(other.get(StoreOwnershipService).refusal()).resolves.toBe('other-copy');
  });

  it("deletes nothing while production's PostgreSQL is unavailable", async () => {
    await check(1, production);
    const other = await startCopy();
    await servers.pause('original');
    await check(2 * CLAIM_CHECKS, other, production);
    await cleanUp(other);
    expect(await production.objectKeys()).toEqual(objects);
    expect(other.errors()).toContain(refusalMessages.contested);
    await servers.resume('original');
  });

  it('a restarted PostgreSQL that was not copied deletes queued objects after three minutes, also after a crash', async () => {
    await restartServer();
    await production.request(deleteFile, { fileId: file.id, caller: owner });
    await production.get(ObjectDeletionService).deleteQueued();
    expect(await production.objectKeys()).toEqual(objects);
    await production.restart();
    await check(CLAIM_CHECKS - 1, production);
    await production.get(ObjectDeletionService).deleteQueued();
    expect(await production.objectKeys()).toEqual(objects);
    await check(1, production);
    await production.get(ObjectDeletionService).deleteQueued();
    expect(await production.objectKeys()).toEqual([]);
    expect(production.errors()).toEqual([]);
  });

  it('a restarted Waybill that was not copied deletes immediately', async () => {
    await production.restart();
    await production.request(deleteFile, { fileId: file.id, caller: owner });
    await production.get(ObjectDeletionService).deleteQueued();
    expect(await production.objectKeys()).toEqual([]);
  });

  it('may be used by another user of the database, who sees less or more of its server', async () => {
    await production.stop();
    await servers.execute('REVOKE EXECUTE ON FUNCTION pg_control_system FROM PUBLIC');
    await servers.execute('REVOKE pg_read_all_settings FROM waybill');
    await production.startAgain();
    await expect(production.get(StoreOwnershipService).refusal()).resolves.toBeNull();
    await production.get(StoreOwnershipService).adopt();
    await servers.execute('GRANT EXECUTE ON FUNCTION pg_control_system TO PUBLIC');
    await servers.execute('GRANT pg_read_all_settings TO waybill');
    await production.restart();
    await expect(production.get(StoreOwnershipService).refusal()).resolves.toBeNull();
  });

  /** Starts Waybill on a copy, where all files are deleted. */
  async function startCopy(): Promise<FilesTestApp> {
    await servers.copy();
    copy = await FilesTestApp.start({ store: production.store, url: servers.url('copy') });
    await copy.request(deleteFile, { fileId: file.id, caller: owner });
    return copy;
  }

  /** Runs everything that deletes objects, for two weeks. */
  async function cleanUp(app: FilesTestApp): Promise<void> {
    for (let day = 0; day < 14; day++) {
      app.clock.advance(DAY_MS);
      await app.get(ExpirySweep).sweep();
      await app.get(ObjectDeletionService).deleteQueued();
      await app.get(OrphanCleanupService).cleanUp();
    }
  }

  async function check(times: number, ...apps: FilesTestApp[]): Promise<void> {
    for (let time = 0; time < times; time++) {
      for (const app of apps) await app.get(CleanupPermissionService).check();
    }
  }

  async function restartServer(): Promise<void> {
    await servers.pause('original');
    await servers.resume('original');
    await eventually(() => production.rows('SELECT 1'));
  }

  function openStore(): Promise<ObjectStore> {
    const { endpoint, region, accessKey, secretKey } = server();
    return openS3Store({ endpoint: new URL(endpoint), region, accessKey, secretKey, bucket: randomUUID() });
  }
});
