import {
  bundleAccessed,
  createLink,
  fileAccessed,
  fileContentMissing,
  openBundleArchive,
  openBundledFiles,
  recordBundleVisit,
} from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { ObjectStore } from '@waybill/storage';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BundleTestKit, pathsOf } from '../testing/bundle-test-kit.js';
import { browser, FilesTestApp, stranger } from '../testing/files-test-app.js';
import { ChecksumsService } from '../checksums/checksums.service.js';
import { RestoredContentSweep } from '../missing-content/restored-content.sweep.js';
import { newVisitsInArchives } from '../visits/visit.limits.js';

describe('BundleArchiveFilesService and BundleVisitsService', () => {
  let files: FilesTestApp;
  let kit: BundleTestKit;

  beforeAll(async () => {
    files = await FilesTestApp.start();
    kit = new BundleTestKit(files);
  });
  afterAll(() => files.close());

  it('describes the archive of a bundle, and gives tickets for its files only', async () => {
    const { fileIds, id, token } = await kit.protectedBundle();
    const request = { bundleId: id, caller: stranger, token };
    const archive = await files.request(openBundleArchive, request);

    expect(archive.files.map(({ fileId }) => fileId)).toEqual(fileIds);
    expect((await files.request(openBundledFiles, { ...request, fileIds })).tickets).toHaveLength(2);
    const [other = ''] = await kit.upload(await files.account('free'), ['other.txt']);
    await expect(files.request(openBundledFiles, { ...request, fileIds: [other] })).rejects.toMatchObject({
      code: 'files.not-found',
    });
    await expect(files.request(openBundleArchive, { ...request, token: null })).rejects.toMatchObject({
      code: 'files.password-required',
    });
    const empty = await kit.create(browser());
    await expect(
      files.request(openBundleArchive, { bundleId: empty.id, caller: stranger, token: null }),
    ).rejects.toMatchObject({ code: 'bundles.empty', status: 404 });
  });

  it('answers 503 for an archive whose checksums are missing, until they are computed', async () => {
    const caller = await files.account('pro');
    const [fileId = ''] = await kit.upload(caller, ['a.txt']);
    const { id } = await kit.create(caller, [fileId]);
    await files.rows('UPDATE files SET crc32 = NULL WHERE id = $1', [fileId]);
    const request = { bundleId: id, caller: stranger, token: null };

    await expect(files.request(openBundleArchive, request)).rejects.toMatchObject({
      code: 'bundles.preparing',
      status: 503,
      retryAfterSeconds: 5,
    });
    await files.get(ChecksumsService).perform({ fileId }, new AbortController().signal);
    // The CRC-32 of "hello".
    expect((await files.request(openBundleArchive, request)).files[0]?.crc32).toBe(0x3610a686);
  });

  it('answers 500 for an archive with a file whose bytes are lost, found by its checksum, until they exist again', async () => {
    const caller = await files.account('pro');
    const [fileId = ''] = await kit.upload(caller, ['a.txt']);
    const { id } = await kit.create(caller, [fileId]);
    const store = files.get(ObjectStore);
    await files.rows('UPDATE files SET crc32 = NULL WHERE id = $1', [fileId]);
    const [row] = await files.rows('SELECT object_key AS key FROM files WHERE id = $1', [fileId]);
    const { key } = row as { key: string };
    const content = await buffer(await store.get(key));
    await store.delete(key);
    const request = { bundleId: id, caller: stranger, token: null };

    await files.get(ChecksumsService).perform({ fileId }, new AbortController().signal);
    await expect(files.request(openBundleArchive, request)).rejects.toMatchObject({
      code: 'files.content-missing',
    });
    expect(files.published(fileContentMissing)).toMatchObject([{ data: { fileId } }]);

    await store.put(key, Readable.from([[content]]));
    await files.get(RestoredContentSweep).sweep();
    await files.get(ChecksumsService).perform({ fileId }, new AbortController().signal);
    await expect(files.request(openBundleArchive, request)).resolves.toMatchObject({ files: [{ fileId }] });
  });

  it('leaves out files that were taken down or are infected, for visitors and archives', async () => {
    const caller = await files.account('pro');
    const [a = '', b = '', c = ''] = await kit.upload(caller, ['a.txt', 'b.txt', 'c.txt']);
    const { id } = await kit.create(caller, [a, b, c]);
    await files.rows('UPDATE files SET taken_down_at = now() WHERE id = $1', [a]);
    await files.rows("UPDATE files SET scan_state = 'infected' WHERE id = $1", [b]);
    const request = { bundleId: id, caller: stranger, token: null };

    expect(pathsOf(await kit.get(id))).toEqual(['c.txt']);
    expect((await files.request(openBundleArchive, request)).files.map(({ path }) => path)).toEqual([
      'c.txt',
    ]);
    await files.rows("UPDATE files SET scan_state = 'pending' WHERE id = $1", [c]);
    expect(pathsOf(await kit.get(id))).toEqual(['c.txt']);
    await expect(files.request(openBundleArchive, request)).rejects.toMatchObject({
      code: 'files.being-scanned',
    });
  });

  describe('visits', () => {
    const visit = (
      bundleId: string,
      isDownload: boolean,
      key: string | null,
      joinKey?: string,
      address = '',
    ) =>
      files.request(recordBundleVisit, {
        bundleId,
        isDownload,
        key,
        address,
        userAgent: '',
        referer: '',
        via: null,
        ...(joinKey !== undefined && { joinKey }),
      });

    async function views(bundleId: string) {
      const { viewCount, files: content } = await kit.get(bundleId);
      const rows = await files.rows('SELECT view_count FROM files WHERE id = ANY ($1) ORDER BY view_count', [
        content.map(({ id }) => id),
      ]);
      return [viewCount, ...rows.map((row) => (row as { view_count: number }).view_count)];
    }

    async function bundleOfTwo() {
      const caller = await files.account('pro');
      return (await kit.create(caller, await kit.upload(caller, ['a.txt', 'b.txt']))).id;
    }

    it('counts the bundle once for a page and its archive, and each file of the archive once', async () => {
      const id = await bundleOfTwo();
      await visit(id, false, 'page:1');
      expect(await views(id)).toEqual([1, 0, 0]);
      await visit(id, true, 'page:1');
      await visit(id, true, 'page:1');

      expect(await views(id)).toEqual([1, 1, 1]);
      const events = (contract: typeof bundleAccessed | typeof fileAccessed) =>
        files.published(contract).filter(({ data }) => (data as { bundleId?: string }).bundleId === id);
      expect([events(bundleAccessed).length, events(fileAccessed).length]).toEqual([1, 2]);
    });

    it('counts every whole download of a program, but not its resumed ranges', async () => {
      const id = await bundleOfTwo();
      await visit(id, true, null, 'client:1');
      await visit(id, true, 'client:1');
      await visit(id, true, null, 'client:1');

      expect(await views(id)).toEqual([2, 2, 2]);
    });

    it('counts only the bundle while a network has downloaded too many files in archives', async () => {
      const [id, other] = [await bundleOfTwo(), await bundleOfTwo()];
      const { points } = newVisitsInArchives;
      await files.get(RateLimiter).consumeForNetwork(newVisitsInArchives, '8.8.8.8', points - 2);
      await visit(id, true, 'page:1', undefined, '8.8.8.8');
      await visit(other, true, 'page:1', undefined, '8.8.8.8');
      expect([await views(id), await views(other)]).toEqual([
        [1, 1, 1],
        [1, 0, 0],
      ]);
      const windows = await files.rows('SELECT file_id AS id FROM visit_windows WHERE key = $1', ['page:1']);
      expect(windows).toContainEqual({ id: other });
      await visit(other, true, 'page:2', undefined, '8.8.4.4');
      expect(await views(other)).toEqual([2, 1, 1]);
    });

    it('counts each of several concurrent visits, and visits under one key once', async () => {
      const [one, other] = [await bundleOfTwo(), await bundleOfTwo()];
      const counted = await Promise.all([
        ...Array.from({ length: 20 }, (_, index) => visit(one, true, null, `client:${index}`)),
        ...Array.from({ length: 20 }, () => visit(other, true, 'page:7')),
      ]);

      expect(await views(one)).toEqual([20, 20, 20]);
      expect(await views(other)).toEqual([1, 1, 1]);
      expect(counted.filter((answer) => answer.counted)).toHaveLength(21);
    });

    it('counts the files of an archive only, and none that it leaves out', async () => {
      const caller = await files.account('pro');
      const fileIds = await kit.upload(caller, ['hidden', 'taken down', 'infected', 'expired', 'open']);
      const [hidden = '', takenDown = '', infected = '', expired = '', open = ''] = fileIds;
      const { id } = await kit.create(caller, fileIds);
      await files.rows('UPDATE files SET is_first_link_active = false WHERE id = $1', [hidden]);
      await files.rows('UPDATE files SET taken_down_at = now() WHERE id = $1', [takenDown]);
      await files.rows("UPDATE files SET scan_state = 'infected' WHERE id = $1", [infected]);
      await files.rows('UPDATE files SET delete_at = $2 WHERE id = $1', [expired, files.clock.now()]);
      const target = { kind: 'bundle', id } as const;
      const link = await files.request(createLink, { target, caller, settings: { downloadLimit: 1 } });
      // The gateway counts the download first, which uses up the link.
      await files.rows('UPDATE links SET downloads = 1 WHERE id = $1', [link.id]);
      const countedAs = async (key: string, origin: { isOwner?: boolean; linkId?: string } = {}) => {
        const before = files.published(fileAccessed).length;
        await files.request(recordBundleVisit, {
          bundleId: id,
          isDownload: true,
          key,
          address: '',
          userAgent: '',
          referer: '',
          via: null,
          ...origin,
        });
        const events = files.published(fileAccessed).slice(before);
        return new Set(events.map(({ data }) => (data as { fileId: string }).fileId));
      };

      expect(await countedAs('page:1')).toEqual(new Set([open]));
      expect(await countedAs('page:2', { isOwner: true })).toEqual(new Set([hidden, open]));
      expect(await countedAs('page:3', { linkId: link.id })).toEqual(new Set([hidden, open]));
      const rows = await files.rows(
        'SELECT view_count FROM files WHERE id = ANY ($1) ORDER BY array_position($1, id)',
        [fileIds],
      );
      expect(rows).toEqual([2, 0, 0, 0, 3].map((count) => ({ view_count: count })));
    });

    it('counts no visit of a machine', async () => {
      const id = await bundleOfTwo();
      await files.request(recordBundleVisit, {
        bundleId: id,
        isDownload: true,
        key: 'bot:1',
        address: '',
        userAgent: '',
        referer: '',
        via: null,
        isBot: true,
      });

      expect(await views(id)).toEqual([0, 0, 0]);
    });
  });
});
