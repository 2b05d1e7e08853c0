import { randomUUID } from 'node:crypto';
import {
  type Caller,
  changeFileSettings,
  changeLink,
  createBundle,
  createLink,
  deleteFile,
  deleteFileRequest,
  fileUploaded,
  getFile,
  getFileMetadata,
  getOwnedFile,
  getResumableUpload,
  openBundleArchive,
  openFile,
  openLink,
  requestReceived,
} from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
let kit: FileRequestTestKit;
const hoarder = browser();
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  kit = new FileRequestTestKit(files, owner);
});

describe('a file that is sent to a request', () => {
  it('belongs to the person who asked, marked with sender and request, and is announced', async () => {
    const { id: requestId, slug } = await kit.make();
    const fileId = await kit.send(slug, browser(), {
      target: { request: slug, sender: ' Grace\n Hopper ', senderEmail: 'grace@example.org' },
    });
    const sent = { senderName: 'Grace  Hopper', senderEmail: 'grace@example.org' };
    await expect(kit.filesOf()).resolves.toEqual([
      expect.objectContaining({
        id: fileId,
        userId: owner.userId,
        isFirstLinkActive: false,
        received: { requestId, title: 'Invoices', ...sent },
      }),
    ]);
    expect(files.published(requestReceived).at(-1)).toMatchObject({
      subject: requestId,
      data: {
        ownerId: owner.userId,
        requestId,
        title: 'Invoices',
        fileId,
        fileName: 'a.txt',
        size: 5,
        ...sent,
      },
    });
    expect(files.published(fileUploaded).at(-1)).toMatchObject({ data: { fileId, userId: owner.userId } });
  });

  it('leaves no name and no address of its sender behind when it is deleted', async () => {
    const { slug } = await kit.make();
    const fileId = await kit.send(slug, browser(), {
      target: { request: slug, sender: 'Mary Leaver', senderEmail: 'mary@sender.example' },
    });
    await files.request(deleteFile, { fileId, caller: owner });
    const tables = ['files', 'uploads', 'resumable_uploads', 'reservations'];
    const rows = await Promise.all(
      tables.map((table) => files.rows(`SELECT ${table}::text AS row FROM ${table}`)),
    );
    expect(JSON.stringify(rows)).not.toMatch(/Leaver|sender\.example/);
  });

  it('needs neither a name nor an address of its sender, but refuses a malformed address', async () => {
    const { slug } = await kit.make();
    await kit.send(slug, browser(), { target: { request: slug, sender: '', senderEmail: '' } });
    const [{ received } = {}] = await kit.filesOf();
    expect(received).toMatchObject({ senderName: null, senderEmail: null });
    await expect(
      kit.begin(slug, browser(), { target: { request: slug, senderEmail: 'nobody' } }),
    ).rejects.toEqual(refused('request.invalid'));
  });

  it.each([
    ['an anonymous browser', () => Promise.resolve(browser())],
    ['an account', () => files.account('free')],
  ])(
    'a file that is sent to a request is 404 for everyone but its owner, also for a sender with %s',
    async (_, senderOf) => {
      const sender = await senderOf();
      const { slug } = await kit.make();
      const fileId = await kit.send(slug, sender);
      for (const caller of [sender, stranger]) {
        const request = { fileId, caller, token: null };
        await expect(files.request(getFile, request)).rejects.toEqual(refused('files.not-found'));
        await expect(files.request(getFileMetadata, request)).rejects.toEqual(refused('files.not-found'));
        await expect(files.request(openFile, { ...request, variant: 'original' })).rejects.toEqual(
          refused('files.not-found'),
        );
      }
      expect(await kit.filesOf(sender)).toEqual([]);
      await expect(files.request(getFile, { fileId, caller: owner, token: null })).resolves.toMatchObject({
        isOwner: true,
      });
      // The sender still finds out that the last byte arrived.
      await expect(
        files.request(getResumableUpload, { uploadId: fileId, caller: sender }),
      ).resolves.toMatchObject({ received: 5 });
    },
  );

  it('a file that is sent to a request answers calls for owners as an unknown file does, also to its sender', async () => {
    const sender = await files.account('pro');
    const { slug } = await kit.make();
    const fileId = await kit.send(slug, sender);
    const attempts = (id: string, caller: Caller) => [
      files.request(changeFileSettings, { fileId: id, caller, settings: { deleteAt: null } }),
      files.request(deleteFile, { fileId: id, caller }),
      files.request(getOwnedFile, { fileId: id, caller }),
      files.request(createLink, { target: { kind: 'file', id }, caller, settings: {} }),
      files.request(createBundle, { caller, form: { fileIds: [id] } }),
    ];
    for (const caller of [sender, stranger]) {
      const unknown = await Promise.allSettled(attempts(randomUUID(), caller));
      const hidden = await Promise.allSettled(attempts(fileId, caller));
      expect(unknown.every(({ status }) => status === 'rejected')).toBe(true);
      expect(hidden).toEqual(unknown);
    }
  });

  it('a file that is sent to a request is opened by a link that its owner makes, while the first link stays off until it is switched on', async () => {
    const { slug } = await kit.make();
    const fileId = await kit.send(slug, browser());
    const target = { kind: 'file' as const, id: fileId };
    const link = await files.request(createLink, { target, caller: owner, settings: {} });
    const visit = { id: fileId, key: null, userAgent: 'x', referer: '', via: null };
    const { opened } = await files.request(openLink, {
      slug: link.slug,
      caller: stranger,
      form: {},
      visit: visit,
    });
    const request = { fileId, caller: stranger };
    await expect(files.request(getFile, { ...request, token: opened!.token })).resolves.toMatchObject({
      isOwner: false,
    });
    await expect(files.request(getFile, { ...request, token: null })).rejects.toEqual(
      refused('files.not-found'),
    );
    await files.request(changeLink, { linkId: fileId, caller: owner, settings: { isActive: true } });
    const shown = await files.request(getFile, { ...request, token: null });
    expect(shown).not.toHaveProperty('received');
    expect(shown).not.toHaveProperty('isFirstLinkActive');
  });
});

describe('a folder that was sent to a file request', () => {
  it('keeps its paths, cleaned, for the owner and in a bundle of the files, which opens them', async () => {
    const { slug } = await kit.make();
    const send = (path: string) => kit.send(slug, browser(), { target: { request: slug, path } });
    const fileIds = [await send('../Trip/day 1/a.txt'), await send('a.txt')];
    const paths = (await kit.filesOf())
      .filter(({ id }) => fileIds.includes(id))
      .map(({ received }) => received?.path);
    expect(paths.toSorted()).toEqual(['Trip/day 1/a.txt', undefined]);
    const { id } = await files.request(createBundle, { caller: owner, form: { fileIds } });
    const request = { bundleId: id, caller: stranger, token: null };
    const archive = await files.request(openBundleArchive, { ...request, isMachine: false });
    expect(archive.files.map(({ path }) => path)).toEqual(['Trip/day 1/a.txt', 'a.txt']);
    await expect(
      files.request(getFile, { fileId: fileIds[0] ?? '', caller: stranger, token: null }),
    ).rejects.toEqual(refused('files.not-found'));
  });
});

describe('the limits of a file request', () => {
  it('a file request for one file accepts one of 20 parallel uploads', async () => {
    const { slug } = await kit.make({ maxFiles: 1 });
    const sent = await Promise.allSettled(Array.from({ length: 20 }, () => kit.send(slug, browser())));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const refusal of sent.filter(({ status }) => status === 'rejected')) {
      expect((refusal as PromiseRejectedResult).reason).toEqual(refused('requests.full'));
    }
    expect(await kit.filesOf()).toHaveLength(1);
  });

  it('the limits of a file request are the smaller of its own and the size of the plan, also for a length that is declared later', async () => {
    const { slug } = await kit.make({ maxFileSize: 4 });
    await expect(kit.begin(slug, browser(), { length: 5 })).rejects.toEqual(
      refused('requests.file-too-large'),
    );
    const sender = browser();
    const uploadId = await kit.begin(slug, sender, { length: null });
    await expect(kit.finish(uploadId, sender, 'hello')).rejects.toEqual(refused('requests.file-too-large'));
    const free = await files.account('free');
    const { slug: small } = await kit.make({ maxFileSize: 1_000_000_000 }, free);
    await expect(kit.show(small)).resolves.toMatchObject({ maxFileSize: 20 * 1024 * 1024 });
    await expect(kit.begin(small, browser(), { length: 21 * 1024 * 1024 })).rejects.toEqual(
      refused('requests.file-too-large'),
    );
  });

  it('a file request takes as many files as the plan of its owner allows, also from a sender with a larger one', async () => {
    const free = await files.account('free');
    const freeKit = new FileRequestTestKit(files, free);
    const { slug } = await freeKit.make();
    for (let count = 0; count < 3; count++) await freeKit.send(slug, browser());
    await expect(freeKit.begin(slug, await files.account('pro'))).rejects.toEqual(
      refused('requests.no-room'),
    );
  });

  it('limits of a file request bound the unfinished uploads of a sender, which never keep the owner from uploading', async () => {
    const free = await files.account('free');
    const freeKit = new FileRequestTestKit(files, free);
    const { slug } = await freeKit.make();
    const begun = [];
    for (let count = 0; count < 3; count++) begun.push(await freeKit.begin(slug, hoarder));
    await expect(freeKit.begin(slug, hoarder)).rejects.toEqual(refused('requests.no-room'));
    for (let count = 0; count < 3; count++) await files.file(free);
    await expect(freeKit.finish(begun[0]!, hoarder)).rejects.toEqual(refused('requests.no-room'));

    const wide = await kit.make();
    for (let count = 0; count < 20; count++) await kit.begin(wide.slug, browser());
    await expect(kit.begin(wide.slug, browser())).rejects.toMatchObject({
      code: 'requests.too-many-unfinished',
      // The lease of the oldest upload ends after an hour.
      retryAfterSeconds: 3600,
    });
    await expect(kit.begin(wide.slug, { ...browser(), address: '198.51.100.77' })).resolves.toBeDefined();
    files.clock.advance(HOUR_MS);
    await expect(kit.begin(wide.slug, browser())).resolves.toBeDefined();
  });

  it('closing or deleting a file request ends its uploads in progress', async () => {
    const { id, slug } = await kit.make();
    const sender = browser();
    const uploadId = await kit.begin(slug, sender);
    await kit.change(id, { isActive: false });
    await expect(files.request(getResumableUpload, { uploadId, caller: sender })).rejects.toEqual(
      refused('uploads.not-found'),
    );
    await expect(kit.begin(slug, sender)).rejects.toEqual(refused('requests.closed'));
    await kit.change(id, { isActive: true });
    const again = await kit.begin(slug, sender);
    await files.request(deleteFileRequest, { requestId: id, caller: owner });
    await expect(kit.finish(again, sender)).rejects.toEqual(refused('uploads.not-found'));
  });

  it('refuses a bundle as the second target of an upload for a file request', async () => {
    const { slug } = await kit.make();
    const { id: bundle } = await files.request(createBundle, { caller: owner, form: {} });
    await expect(kit.begin(slug, owner, { target: { request: slug, bundle } })).rejects.toEqual(
      refused('uploads.malformed-header'),
    );
  });
});
