import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import {
  type Caller,
  changeFileSettings,
  deleteFile,
  fileAccessed,
  getFile,
  type InputOf,
  issueViewerToken,
  openFile,
  recordVisit,
  verifyFilePassword,
} from '@waybill/contracts';
import { EncryptedObjects } from '@waybill/storage';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { VisitWindowSweep } from '../visits/visit-window.sweep.js';

const MINUTE_MS = 60_000;
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

const open = (fileId: string, token: string | null = null, caller = stranger) =>
  files.request(openFile, { fileId, caller, token, variant: 'original' });

async function protectedFile(password = 'sesame'): Promise<string> {
  const { id: fileId } = await files.file(owner);
  await files.request(changeFileSettings, { fileId, caller: owner, settings: { password, deleteAt: null } });
  return fileId;
}

const verify = (fileId: string, password: string, address = '198.51.100.1') =>
  files.request(verifyFilePassword, { fileId, password, address });

describe('a ticket', () => {
  it('leads to the very bytes that were uploaded', async () => {
    const { id } = await files.file(owner, { name: 'a.txt', bytes: Buffer.from('the very bytes') });
    const ticket = await open(id);
    expect(ticket).toMatchObject({ size: 14, mimeType: 'text/plain', originalName: 'a.txt', isOwner: false });
    await expect(text(await files.get(EncryptedObjects).read(ticket, ticket.size))).resolves.toBe(
      'the very bytes',
    );
  });

  it('has an ETag that does not reveal the object key', async () => {
    const [one, two] = [await files.file(owner), await files.file(owner)];
    const [first, again, other] = [await open(one.id), await open(one.id), await open(two.id)];
    expect(first.etag).toBe(again.etag);
    expect(first.etag).not.toBe(other.etag);
    expect(first.etag).toMatch(/^[\w-]{27}$/);
    expect(first.etag).not.toContain(first.objectKey);
  });

  it('is for those who gave the password, and for the owner', async () => {
    const fileId = await protectedFile();
    await expect(open(fileId)).rejects.toEqual(refused('files.password-required'));
    await expect(open(fileId, 'nonsense')).rejects.toEqual(refused('files.password-required'));
    const { token } = await verify(fileId, 'sesame');
    await expect(open(fileId, token)).resolves.toMatchObject({ isOwner: false });
    await expect(open(fileId, null, owner)).resolves.toMatchObject({ isOwner: true });
  });

  it('is refused by the clock alone once the file expired', async () => {
    const { id } = await files.file(browser());
    files.clock.advance(HOUR_MS);
    await expect(open(id)).rejects.toEqual(refused('files.expired'));
  });

  it('to a preview there is only once there is one', async () => {
    const pdf = await files.file(owner, { name: 'a.pdf', mimeType: 'application/pdf' });
    const note = await files.file(owner);
    const ask = (fileId: string, variant: 'thumbnail' | 'rendition') =>
      files.request(openFile, { fileId, caller: stranger, token: null, variant });
    await expect(ask(pdf.id, 'thumbnail')).rejects.toEqual(refused('files.preview-pending'));
    await expect(ask(pdf.id, 'rendition')).rejects.toEqual(refused('files.no-preview'));
    await expect(ask(note.id, 'thumbnail')).rejects.toEqual(refused('files.no-preview'));
  });
});

describe('a verified password', () => {
  it('opens this file, until another password is set', async () => {
    const [fileId, other] = [await protectedFile(), await protectedFile()];
    const { token } = await verify(fileId, 'sesame');
    await expect(files.request(getFile, { fileId, caller: stranger, token })).resolves.toMatchObject({
      isOwner: false,
    });
    await expect(open(other, token)).rejects.toEqual(refused('files.password-required'));
    await files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'sesame' } });
    await expect(open(fileId, token)).rejects.toEqual(refused('files.password-required'));
  });

  it('is the same password in whichever Unicode form it is typed', async () => {
    const fileId = await protectedFile('caf\u00e9');
    await expect(verify(fileId, 'cafe\u0301')).resolves.toMatchObject({ verified: true });
  });

  it('is forgotten after a day', async () => {
    const fileId = await protectedFile();
    const { token } = await verify(fileId, 'sesame');
    files.clock.advance(24 * HOUR_MS);
    await expect(open(fileId, token)).rejects.toEqual(refused('files.password-required'));
  });

  it('is not required for an unprotected file', async () => {
    const { id } = await files.file(owner);
    await expect(verify(id, 'whatever')).resolves.toMatchObject({ verified: true });
  });
});

describe('guessing a password', () => {
  it('ends after ten wrong ones from an address, also for the right one, with Retry-After', async () => {
    const fileId = await protectedFile();
    const guesses = Array.from({ length: 30 }, () =>
      verify(fileId, 'wrong').catch((error: unknown) => error),
    );
    const answers = await Promise.all(guesses);
    expect(
      answers.filter((answer) => (answer as { code: string }).code === 'files.incorrect-password'),
    ).toHaveLength(10);
    await expect(verify(fileId, 'sesame')).rejects.toMatchObject({
      code: 'files.too-many-attempts',
      retryAfterSeconds: expect.any(Number),
    });
    await expect(verify(fileId, 'sesame', '198.51.100.2')).resolves.toMatchObject({ verified: true });
  });

  it('is reset by the right password', async () => {
    const fileId = await protectedFile();
    for (let round = 0; round < 3; round += 1) {
      for (let mistake = 0; mistake < 4; mistake += 1) {
        await expect(verify(fileId, 'wrong', '198.51.100.3')).rejects.toEqual(
          refused('files.incorrect-password'),
        );
      }
      await expect(verify(fileId, 'sesame', '198.51.100.3')).resolves.toMatchObject({ verified: true });
    }
  });

  it('from many addresses ends for all of them after a hundred wrong ones', async () => {
    const fileId = await protectedFile();
    const guess = (n: number) => verify(fileId, 'wrong', `203.0.${Math.floor(n / 4)}.1`);
    for (let n = 0; n < 100; n += 1)
      await expect(guess(n)).rejects.toEqual(refused('files.incorrect-password'));
    await expect(verify(fileId, 'sesame', '192.0.2.1')).rejects.toEqual(refused('files.too-many-attempts'));
  });

  it('from many networks does not lock out a network that knew the password before', async () => {
    const fileId = await protectedFile();
    await verify(fileId, 'sesame', '192.0.2.7');
    for (let n = 0; n < 100; n += 1) {
      const address = `203.0.${Math.floor(n / 4)}.1`;
      await expect(verify(fileId, 'wrong', address)).rejects.toEqual(refused('files.incorrect-password'));
    }
    await expect(verify(fileId, 'sesame', '192.0.2.8')).rejects.toEqual(refused('files.too-many-attempts'));
    await expect(verify(fileId, 'sesame', '192.0.2.7')).resolves.toMatchObject({ verified: true });
    // The limit of the network itself stays.
    for (let n = 0; n < 10; n += 1)
      await expect(verify(fileId, 'wrong', '192.0.2.7')).rejects.toEqual(refused('files.incorrect-password'));
    await expect(verify(fileId, 'sesame', '192.0.2.7')).rejects.toEqual(refused('files.too-many-attempts'));
  });

  it('at many files from one address ends after fifty wrong ones', async () => {
    for (let file = 0; file < 10; file += 1) {
      const fileId = await protectedFile();
      for (let n = 0; n < 5; n += 1) {
        await expect(verify(fileId, 'wrong', `2001:db8::${file}${n}`)).rejects.toEqual(
          refused('files.incorrect-password'),
        );
      }
    }
    await expect(verify(await protectedFile(), 'sesame', '2001:db8::ffff')).rejects.toEqual(
      refused('files.too-many-attempts'),
    );
  });
});

describe("the external viewer's token", () => {
  it('is issued to callers who can open the file, and is valid for five minutes', async () => {
    const fileId = await protectedFile();
    const issue = (caller: Caller) => files.request(issueViewerToken, { fileId, caller, token: null });
    await expect(issue(stranger)).rejects.toEqual(refused('files.password-required'));
    const { token } = await issue(owner);
    files.clock.advance(5 * MINUTE_MS - 1000);
    await expect(open(fileId, token)).resolves.toMatchObject({ isOwner: false });
    files.clock.advance(1000);
    await expect(open(fileId, token)).rejects.toEqual(refused('files.password-required'));
  });
});

describe('a visit', () => {
  const visit = (fileId: string, more: Partial<InputOf<typeof recordVisit>>) =>
    files.request(recordVisit, {
      fileId,
      key: null,
      address: '198.51.100.1',
      userAgent: 'Firefox',
      referer: '',
      via: null,
      ...more,
    });
  const views = async (fileId: string) =>
    (await files.request(getFile, { fileId, caller: owner, token: null })).viewCount;
  const eventsOf = (fileId: string) =>
    files.published(fileAccessed).filter(({ data }) => (data as { fileId: string }).fileId === fileId);

  it('counts once and publishes one event for concurrent requests', async () => {
    const { id } = await files.file(owner);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(id, { key })));
    expect(answers.filter(({ counted }) => counted)).toHaveLength(1);
    expect(await views(id)).toBe(1);
    expect(eventsOf(id)).toEqual([
      expect.objectContaining({
        data: {
          fileId: id,
          visitId: expect.any(String),
          accessedAt: files.clock.now().toISOString(),
          address: '198.51.100.1',
          userAgent: 'Firefox',
          referer: '',
          via: null,
        },
      }),
    ]);
  });

  it('goes on for as long as it is never quiet for 30 minutes', async () => {
    const { id } = await files.file(owner);
    const key = 'client:ada';
    await expect(visit(id, { key })).resolves.toEqual({ counted: true });
    for (let request = 0; request < 3; request += 1) {
      files.clock.advance(20 * MINUTE_MS);
      await expect(visit(id, { key })).resolves.toEqual({ counted: false });
    }
    files.clock.advance(30 * MINUTE_MS);
    await expect(visit(id, { key })).resolves.toEqual({ counted: true });
    const published = eventsOf(id).map(({ data }) => (data as { visitId: string }).visitId);
    expect(new Set(published).size).toBe(2);
  });

  it('of one file does not count for another', async () => {
    const [one, two] = [await files.file(owner), await files.file(owner)];
    await visit(one.id, { key: 'client:ada' });
    await expect(visit(two.id, { key: 'client:ada' })).resolves.toEqual({ counted: true });
  });

  it('without a key is always one of its own, and later ranges may join it', async () => {
    const { id } = await files.file(owner);
    const joinKey = 'client:ada';
    await expect(visit(id, { joinKey })).resolves.toEqual({ counted: true });
    await expect(visit(id, { joinKey })).resolves.toEqual({ counted: true });
    await expect(visit(id, { key: joinKey })).resolves.toEqual({ counted: false });
    await expect(visit(id, {})).resolves.toEqual({ counted: true });
    expect(await views(id)).toBe(3);
  });

  it('to a file that is gone counts nothing', async () => {
    const { id } = await files.file(owner);
    await files.request(deleteFile, { fileId: id, caller: owner });
    await expect(visit(id, { key: 'client:ada' })).rejects.toEqual(refused('files.not-found'));
    const expiring = await files.file(browser());
    files.clock.advance(HOUR_MS);
    await expect(visit(expiring.id, { key: 'client:ada' })).rejects.toEqual(refused('files.expired'));
    expect([...eventsOf(id), ...eventsOf(expiring.id)]).toEqual([]);
  });

  it('is deleted once it is over', async () => {
    const { id } = await files.file(owner);
    await visit(id, { key: 'client:ada' });
    files.clock.advance(29 * MINUTE_MS);
    await visit(id, { key: 'client:bob' });
    files.clock.advance(MINUTE_MS);
    await files.get(VisitWindowSweep).sweep();
    await expect(files.rows('SELECT key FROM visit_windows WHERE file_id = $1', [id])).resolves.toEqual([
      { key: 'client:bob' },
    ]);
  });
});
