import { randomUUID } from 'node:crypto';
import {
  type Caller,
  changeFileSettings,
  checkProtection,
  createBundle,
  changeLink,
  createLink,
  deleteFile,
  dismissReport,
  fileRestored,
  fileTakenDown,
  getFile,
  getFileMetadata,
  getFilesOverview,
  getOwnedFile,
  issueViewerToken,
  listLinks,
  listFiles,
  listModeratedFiles,
  listReports,
  openFile,
  reportFile,
  restoreFile,
  takeDownFile,
  verifyFilePassword,
} from '@waybill/contracts';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
});

let networks = 0;
/** A caller of a network of its own. */
const anyone = (): Caller => ({ userId: null, browserId: null, address: `198.51.100.${(networks += 1)}` });
const report = (fileId: string, caller: Caller = anyone()) =>
  files.request(reportFile, {
    fileId,
    caller,
    token: null,
    form: { reason: 'phishing', message: 'A fake bank' },
  });
const list = (query = '', ownerIds: string[] = [], cursor: string | null = null) =>
  files.request(listModeratedFiles, { query, ownerIds, cursor });
const takeDown = (fileId: string, reason = 'It is a phishing page') =>
  files.request(takeDownFile, { fileId, reason });

describe('a file that was taken down', () => {
  /** Every call that opens or uses the file, by any caller. */
  const uses = (fileId: string, caller: Caller) => [
    files.request(getFile, { fileId, caller, token: null }),
    files.request(getFileMetadata, { fileId }),
    files.request(checkProtection, { fileId }),
    files.request(verifyFilePassword, { fileId, password: 'sesame', address: '198.51.100.1' }),
    files.request(openFile, { fileId, caller, token: null, variant: 'original' }),
    files.request(openFile, { fileId, caller, token: null, variant: 'thumbnail' }),
    files.request(openFile, { fileId, caller, token: null, variant: 'rendition' }),
    files.request(issueViewerToken, { fileId, caller, token: null }),
  ];

  it('a file that was taken down is refused to everyone immediately, its owner included, until it is restored', async () => {
    const { id } = await files.file(owner);
    const target = { kind: 'file', id } as const;
    const { id: linkId } = await files.request(createLink, { target, caller: owner, settings: {} });
    await takeDown(id);
    for (const use of [...uses(id, stranger), ...uses(id, owner)])
      await expect(use).rejects.toEqual(refused('files.taken-down'));
    await expect(files.request(getOwnedFile, { fileId: id, caller: owner })).rejects.toEqual(
      refused('files.taken-down'),
    );
    const settings = { originalName: 'b.txt' };
    await expect(files.request(changeFileSettings, { fileId: id, caller: owner, settings })).rejects.toEqual(
      refused('files.taken-down'),
    );
    for (const use of [
      files.request(createLink, { target, caller: owner, settings: {} }),
      files.request(listLinks, { target, caller: owner, cursor: null }),
      files.request(changeLink, { linkId, caller: owner, settings: { name: 'b' } }),
      files.request(changeLink, { linkId: id, caller: owner, settings: { name: 'b' } }),
    ])
      await expect(use).rejects.toEqual(refused('files.taken-down'));

    await files.request(restoreFile, { fileId: id });
    await expect(
      files.request(openFile, { fileId: id, caller: stranger, token: null, variant: 'original' }),
    ).resolves.toMatchObject({ size: 5 });
  });

  it('a file that was taken down stays in the list of its owner with the reason, and can be deleted', async () => {
    const { id } = await files.file(owner);
    await takeDown(id, 'Copyright of Example Ltd');
    const { files: listed } = await files.request(listFiles, { caller: owner });
    expect(listed).toEqual([
      expect.objectContaining({
        id,
        takenDown: { at: files.clock.now().toISOString(), reason: 'Copyright of Example Ltd' },
      }),
    ]);
    await files.request(deleteFile, { fileId: id, caller: owner });
    expect((await files.request(listFiles, { caller: owner })).files).toEqual([]);
  });

  it('publishes each change once, also when it is asked for twice', async () => {
    const { id } = await files.file(owner, { name: 'bank.html' });
    const of = (event: typeof fileTakenDown | typeof fileRestored) =>
      files.published(event).filter(({ data }) => (data as { fileId: string }).fileId === id);
    await takeDown(id, 'Phishing');
    await takeDown(id, 'Phishing');
    expect(of(fileTakenDown)).toEqual([
      expect.objectContaining({
        data: { fileId: id, userId: owner.userId, originalName: 'bank.html', reason: 'Phishing' },
      }),
    ]);
    await files.request(restoreFile, { fileId: id });
    await files.request(restoreFile, { fileId: id });
    expect(of(fileRestored)).toHaveLength(1);
  });

  it('taking down a file that does not exist answers that it is not found', async () => {
    await expect(takeDown(randomUUID())).rejects.toEqual(refused('files.not-found'));
  });
});

describe('reportFile request', () => {
  it('keeps a report, which a takedown closes', async () => {
    const { id } = await files.file(owner);
    await report(id);
    const find = async () => (await files.request(listReports, { query: id, cursor: null })).reports;
    expect(await find()).toEqual([
      expect.objectContaining({ reason: 'phishing', message: 'A fake bank', email: null, state: 'open' }),
    ]);
    expect((await list(id)).files).toEqual([expect.objectContaining({ id, openReports: 1 })]);
    await takeDown(id);
    expect(await find()).toEqual([expect.objectContaining({ state: 'taken-down' })]);
    expect((await list(id)).files).toEqual([expect.objectContaining({ openReports: 0 })]);
  });

  it('refuses the 21st report of a network within an hour, and none of another network', async () => {
    const { id } = await files.file(owner);
    const caller = anyone();
    for (let sent = 0; sent < 20; sent += 1) await report(id, caller);
    await expect(report(id, caller)).rejects.toEqual(refused('files.too-many-reports'));
    await expect(report(id)).resolves.toEqual({});
    files.clock.advance(0);
  });

  it('refuses a report of a file that does not exist or was taken down', async () => {
    await expect(report(randomUUID())).rejects.toEqual(refused('files.not-found'));
    const { id } = await files.file(owner);
    await takeDown(id);
    await expect(report(id)).rejects.toEqual(refused('files.taken-down'));
  });

  it('lists open reports first, each group newest first, page by page', async () => {
    await files.rows('DELETE FROM reports');
    const { id } = await files.file(owner);
    for (let sent = 0; sent < 60; sent += 1) {
      files.clock.advance(1);
      await report(id);
    }
    const first = await files.request(listReports, { query: '', cursor: null });
    const oldest = first.reports.at(-1);
    await files.request(dismissReport, { reportId: first.reports[0]?.id ?? '' });
    const second = await files.request(listReports, { query: '', cursor: first.nextCursor });
    expect(first.reports).toHaveLength(50);
    expect(second.reports.map(({ state }) => state)).toEqual([
      ...Array<string>(10).fill('open'),
      'dismissed',
    ]);
    expect((oldest?.createdAt ?? '') > (second.reports[0]?.createdAt ?? '')).toBe(true);
    expect(second.nextCursor).toBeNull();
  });

  it('does not find an unknown report', async () => {
    await expect(files.request(dismissReport, { reportId: randomUUID() })).rejects.toEqual(
      refused('files.report-not-found'),
    );
  });

  it('deletes the reports with their file', async () => {
    const { id } = await files.file(owner);
    await report(id);
    await files.request(deleteFile, { fileId: id, caller: owner });
    expect(await files.rows('SELECT 1 FROM reports WHERE file_id = $1', [id])).toEqual([]);
  });
});

describe('listModeratedFiles request', () => {
  it('finds files by address, by owner and by the first letters of words of the name', async () => {
    const other = await files.account('pro');
    const { id: report } = await files.file(owner, { name: 'Quarterly_Report-2026.pdf' });
    const { id: picture } = await files.file(other, { name: 'Übung.png' });
    const found = async (...query: Parameters<typeof list>) =>
      (await list(...query)).files.map(({ id }) => id);
    expect(await found(`https://waybill.example/${report}/share`)).toEqual([report]);
    expect(await found(owner.userId ?? '')).toEqual([report]);
    expect(await found('ada@example.org', [other.userId ?? ''])).toEqual([picture]);
    expect(await found('report quart')).toEqual([report]);
    expect(await found('übu')).toEqual([picture]);
    expect(await found('quarterly missing')).toEqual([]);
    expect(await found("'); DROP TABLE files; --")).toEqual([]);
    expect(await found('&|!')).toEqual([]);
  });

  it('finds files by the address of a link and of a bundle', async () => {
    const [linked, other] = [await files.file(owner), await files.file(owner)];
    const bundle = await files.request(createBundle, { caller: owner, form: { fileIds: [other.id] } });
    const linkTo = (target: { kind: 'file' | 'bundle'; id: string }) =>
      files.request(createLink, { target, caller: owner, settings: {} });
    const found = async (address: string) =>
      (await list(`https://waybill.example/${address}`)).files.map(({ id }) => id);
    expect(await found(`l/${(await linkTo({ kind: 'file', id: linked.id })).slug}`)).toEqual([linked.id]);
    expect(await found(`b/${bundle.id}`)).toEqual([other.id]);
    expect(await found(`l/${(await linkTo({ kind: 'bundle', id: bundle.id })).slug}`)).toEqual([other.id]);
    expect(await found('l/no-such-link')).toEqual([]);
  });

  it('pages through all files, newest first', async () => {
    const mine = await files.account('pro');
    const samples = Array.from({ length: 60 }, (_, index) => ({ name: `page-${index}.txt` }));
    const { files: uploaded } = await files.upload(mine, samples);
    const ids = [mine.userId ?? ''];
    const first = await list('x@example.org', ids);
    const second = await list('x@example.org', ids, first.nextCursor);
    expect(second.nextCursor).toBeNull();
    expect([...first.files, ...second.files].map(({ id }) => id).toSorted()).toEqual(
      uploaded.map(({ id }) => id).toSorted(),
    );
    await expect(list('', [], 'nonsense')).rejects.toEqual(refused('request.invalid'));
  });

  it('never returns a password or its hash', async () => {
    const { id } = await files.file(owner);
    await files.request(changeFileSettings, { fileId: id, caller: owner, settings: { password: 'sesame' } });
    const { files: listed } = await list(id);
    expect(listed).toEqual([expect.objectContaining({ isPasswordProtected: true })]);
    expect(JSON.stringify(listed)).not.toMatch(/argon2|sesame/);
  });
});

describe('getFilesOverview request', () => {
  it('counts files, bytes, takedowns and reports', async () => {
    const before = await files.request(getFilesOverview, {});
    const { id } = await files.file(owner, { bytes: Buffer.alloc(1000) });
    await files.file(owner);
    await report(id);
    const reported = await files.request(getFilesOverview, {});
    expect(reported).toMatchObject({
      files: before.files + 2,
      bytes: before.bytes + 1005,
      openReports: before.openReports + 1,
    });
    await takeDown(id);
    expect(await files.request(getFilesOverview, {})).toMatchObject({
      takenDown: before.takenDown + 1,
      openReports: before.openReports,
    });
  });
});
