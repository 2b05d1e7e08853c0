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
  MINUTE_MS,
} from '@waybill/contracts';
import { networkTiers, RateLimiter } from '@waybill/redis';
import { EncryptedObjects } from '@waybill/storage';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { wrongPasswordsPerNetwork } from './password-attempt.limits.js';

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

describe('openFile request', () => {
  it('returns a ticket that reads the uploaded bytes', async () => {
    const { id } = await files.file(owner, { name: 'a.txt', bytes: Buffer.from('the very bytes') });
    const ticket = await open(id);
    expect(ticket).toMatchObject({ size: 14, mimeType: 'text/plain', originalName: 'a.txt', isOwner: false });
    await expect(text(await files.get(EncryptedObjects).read(ticket, ticket.size))).resolves.toBe(
      'the very bytes',
    );
  });

  it('returns an ETag that does not reveal the object key', async () => {
    const [one, two] = [await files.file(owner), await files.file(owner)];
    const [first, again, other] = [await open(one.id), await open(one.id), await open(two.id)];
    expect(first.etag).toBe(again.etag);
    expect(first.etag).not.toBe(other.etag);
    expect(first.etag).toMatch(/^[\w-]{27}$/);
    expect(first.etag).not.toContain(first.objectKey);
  });

  it('requires a verification token for a protected file, except from the owner', async () => {
    const fileId = await protectedFile();
    await expect(open(fileId)).rejects.toEqual(refused('files.password-required'));
    await expect(open(fileId, 'nonsense')).rejects.toEqual(refused('files.password-required'));
    const { token } = await verify(fileId, 'sesame');
    await expect(open(fileId, token)).resolves.toMatchObject({ isOwner: false });
    await expect(open(fileId, null, owner)).resolves.toMatchObject({ isOwner: true });
  });

  it('refuses an expired file with files.expired before any job has run', async () => {
    const { id } = await files.file(browser());
    files.clock.advance(HOUR_MS);
    await expect(open(id)).rejects.toEqual(refused('files.expired'));
  });

  it('refuses a preview that is not made yet or cannot be made', async () => {
    const pdf = await files.file(owner, { name: 'a.pdf', mimeType: 'application/pdf' });
    const note = await files.file(owner);
    const ask = (fileId: string, variant: 'thumbnail' | 'rendition') =>
      files.request(openFile, { fileId, caller: stranger, token: null, variant });
    await expect(ask(pdf.id, 'thumbnail')).rejects.toEqual(refused('files.preview-pending'));
    await expect(ask(pdf.id, 'rendition')).rejects.toEqual(refused('files.no-preview'));
    await expect(ask(note.id, 'thumbnail')).rejects.toEqual(refused('files.no-preview'));
  });
});

describe('verifyFilePassword request', () => {
  it('returns a token that opens this file only, until its password is set again', async () => {
    const [fileId, other] = [await protectedFile(), await protectedFile()];
    const { token } = await verify(fileId, 'sesame');
    await expect(files.request(getFile, { fileId, caller: stranger, token })).resolves.toMatchObject({
      isOwner: false,
    });
    await expect(open(other, token)).rejects.toEqual(refused('files.password-required'));
    await files.request(changeFileSettings, { fileId, caller: owner, settings: { password: 'sesame' } });
    await expect(open(fileId, token)).rejects.toEqual(refused('files.password-required'));
  });

  it('accepts the password in another Unicode form', async () => {
    const fileId = await protectedFile('caf\u00e9');
    await expect(verify(fileId, 'cafe\u0301')).resolves.toMatchObject({ verified: true });
  });

  it('returns a token that expires after a day', async () => {
    const fileId = await protectedFile();
    const { token } = await verify(fileId, 'sesame');
    files.clock.advance(24 * HOUR_MS);
    await expect(open(fileId, token)).rejects.toEqual(refused('files.password-required'));
  });

  it('accepts any password for an unprotected file', async () => {
    const { id } = await files.file(owner);
    await expect(verify(id, 'whatever')).resolves.toMatchObject({ verified: true });
  });
});

describe('limit on password attempts', () => {
  it('refuses every password from an address with Retry-After after ten wrong ones', async () => {
    const fileId = await protectedFile();
    const office = '10.0.0.1'; // More passwords of a private address may wait.
    const guesses = Array.from({ length: 30 }, () =>
      verify(fileId, 'wrong', office).catch((error: unknown) => error),
    );
    const answers = await Promise.all(guesses);
    expect(
      answers.filter((answer) => (answer as { code: string }).code === 'files.incorrect-password'),
    ).toHaveLength(10);
    await expect(verify(fileId, 'sesame', office)).rejects.toMatchObject({
      code: 'files.too-many-attempts',
      retryAfterSeconds: expect.any(Number),
    });
    await expect(verify(fileId, 'sesame', '198.51.100.2')).resolves.toMatchObject({ verified: true });
  });

  it('resets the attempts of an address after the right password', async () => {
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

  it('refuses guesses after a hundred from many addresses, and still admits the right password of an unknown one', async () => {
    const fileId = await protectedFile();
    const guess = (n: number) => verify(fileId, 'wrong', `203.0.${Math.floor(n / 4)}.1`);
    for (let n = 0; n < 100; n += 1)
      await expect(guess(n)).rejects.toEqual(refused('files.incorrect-password'));
    const tooMany = { code: 'files.too-many-attempts', retryAfterSeconds: expect.any(Number) as number };
    for (let n = 0; n < 3; n += 1)
      await expect(verify(fileId, 'wrong', '192.0.2.1')).rejects.toMatchObject(tooMany);
    await expect(verify(fileId, 'sesame', '192.0.2.1')).rejects.toMatchObject(tooMany);
    await expect(verify(fileId, 'wrong', '192.0.2.2')).rejects.toMatchObject(tooMany);
    await expect(verify(fileId, 'sesame', '192.0.2.2')).resolves.toMatchObject({ verified: true });
  });

  it('admits a network that verified the password before, despite failures of many other networks', async () => {
    const fileId = await protectedFile();
    await verify(fileId, 'sesame', '192.0.2.7');
    for (let n = 0; n < 100; n += 1) {
      const address = `203.0.${Math.floor(n / 4)}.1`;
      await expect(verify(fileId, 'wrong', address)).rejects.toEqual(refused('files.incorrect-password'));
    }
    await expect(verify(fileId, 'wrong', '192.0.2.8')).rejects.toEqual(refused('files.too-many-attempts'));
    await expect(verify(fileId, 'sesame', '192.0.2.7')).resolves.toMatchObject({ verified: true });
    // The limit per network still applies.
    for (let n = 0; n < 10; n += 1)
      await expect(verify(fileId, 'wrong', '192.0.2.7')).rejects.toEqual(refused('files.incorrect-password'));
    await expect(verify(fileId, 'sesame', '192.0.2.7')).rejects.toEqual(refused('files.too-many-attempts'));
  });

  it('refuses an address after fifty wrong passwords for many files', async () => {
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

describe('wrong passwords of a large IPv6 network', () => {
  it('wrong passwords of a large IPv6 network are limited over all its subnetworks', async () => {
    const fileId = await protectedFile();
    const [, [limit, key] = []] = networkTiers(wrongPasswordsPerNetwork, '2001:db8:7:100::1');
    if (!limit || key === undefined) throw new Error('There is no /56.');
    expect(limit.points).toBe(4 * wrongPasswordsPerNetwork.points);
    const counter = files.get(RateLimiter);
    for (let n = 1; n < limit.points; n += 1) await counter.consume(limit, key);
    await expect(verify(fileId, 'wrong', '2001:db8:7:101::1')).rejects.toEqual(
      refused('files.incorrect-password'),
    );
    await expect(verify(fileId, 'sesame', '2001:db8:7:102::1')).rejects.toEqual(
      refused('files.too-many-attempts'),
    );
    await expect(verify(fileId, 'sesame', '2001:db8:7:200::1')).resolves.toMatchObject({ verified: true });
  });
});

describe('issueViewerToken request', () => {
  it('issues a token valid for five minutes to callers that can open the file', async () => {
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

describe('recordVisit request', () => {
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

  it('counts one visit and publishes one event for concurrent requests', async () => {
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

  it('counts a new visit after 30 minutes without a request', async () => {
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

  it('counts the visits of two files separately', async () => {
    const [one, two] = [await files.file(owner), await files.file(owner)];
    await visit(one.id, { key: 'client:ada' });
    await expect(visit(two.id, { key: 'client:ada' })).resolves.toEqual({ counted: true });
  });

  it('counts every request without a key as a visit, which later ranges can join', async () => {
    const { id } = await files.file(owner);
    const joinKey = 'client:ada';
    await expect(visit(id, { joinKey })).resolves.toEqual({ counted: true });
    await expect(visit(id, { joinKey })).resolves.toEqual({ counted: true });
    await expect(visit(id, { key: joinKey })).resolves.toEqual({ counted: false });
    await expect(visit(id, {})).resolves.toEqual({ counted: true });
    expect(await views(id)).toBe(3);
  });

  it('counts no visit of a deleted or expired file', async () => {
    const { id } = await files.file(owner);
    await files.request(deleteFile, { fileId: id, caller: owner });
    await expect(visit(id, { key: 'client:ada' })).rejects.toEqual(refused('files.not-found'));
    const expiring = await files.file(browser());
    files.clock.advance(HOUR_MS);
    await expect(visit(expiring.id, { key: 'client:ada' })).rejects.toEqual(refused('files.expired'));
    expect([...eventsOf(id), ...eventsOf(expiring.id)]).toEqual([]);
  });
});
