import { randomUUID } from 'node:crypto';
import {
  type Caller,
  deleteFileRequest,
  listFileRequests,
  openFileRequest,
  userDeleted,
  userSuspensionChanged,
} from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';
import { FileRequestTestKit } from '../testing/file-request-test-kit.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
let owner: Caller;
let kit: FileRequestTestKit;
const sender = browser();
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());
beforeEach(async () => {
  owner = await files.account('pro');
  kit = new FileRequestTestKit(files, owner);
});

describe('file requests', () => {
  it('file requests are made with a random address of 12 characters, and take 100 files of the size of the plan', async () => {
    const request = await kit.make({ message: 'One for each month' });
    expect(request).toMatchObject({
      title: 'Invoices',
      message: 'One for each month',
      maxFiles: 100,
      maxFileSize: null,
      isActive: true,
      state: 'open',
      filesReceived: 0,
      isPasswordProtected: false,
      deleteAt: null,
    });
    expect(request.slug).toMatch(/^[a-z0-9]{12}$/);
    await expect(kit.show(request.slug)).resolves.toMatchObject({
      ownerId: owner.userId,
      title: 'Invoices',
      message: 'One for each month',
      maxFiles: 100,
      filesLeft: 100,
      maxFileSize: 2048 * 1024 * 1024,
      isPasswordProtected: false,
    });
  });

  it('file requests belong to an account, which alone sees and changes them', async () => {
    const request = await kit.make();
    const other = await files.account('pro');
    const ref = { requestId: request.id };
    await expect(kit.make({}, browser())).rejects.toEqual(refused('auth.required'));
    await expect(kit.change(request.id, { title: 'x' }, other)).rejects.toEqual(
      refused('requests.forbidden'),
    );
    await expect(kit.change(request.id, {}, stranger)).rejects.toEqual(refused('auth.required'));
    await expect(files.request(deleteFileRequest, { ...ref, caller: other })).rejects.toEqual(
      refused('requests.forbidden'),
    );
    await expect(kit.change(randomUUID(), {})).rejects.toEqual(refused('requests.not-found'));
    await expect(files.request(listFileRequests, { caller: other, cursor: null })).resolves.toEqual({
      requests: [],
      nextCursor: null,
    });
  });

  it('file requests have unique addresses, which their owner can use again after a deletion', async () => {
    const slug = `mine-${randomUUID().slice(0, 8)}`;
    const first = await kit.make({ slug });
    await expect(kit.make({ slug })).rejects.toEqual(refused('links.slug-taken'));
    const other = await kit.make();
    await expect(kit.change(other.id, { slug })).rejects.toEqual(refused('links.slug-taken'));
    await expect(kit.change(first.id, { slug })).resolves.toMatchObject({ slug });
    await files.request(deleteFileRequest, { requestId: first.id, caller: owner });
    await expect(kit.make({ slug }, await files.account('pro'))).rejects.toEqual(refused('links.slug-taken'));
    await expect(kit.make({ slug })).resolves.toMatchObject({ slug });
    await expect(kit.show(first.id)).rejects.toEqual(refused('requests.not-found'));
  });

  it('file requests have a password or an address of their own on paid plans only', async () => {
    const free = await files.account('free');
    await expect(kit.make({ password: 'sesame' }, free)).rejects.toEqual(
      refused('files.password-not-in-plan'),
    );
    await expect(kit.make({ slug: 'my-own-one' }, free)).rejects.toEqual(
      refused('requests.slug-not-in-plan'),
    );
    await expect(kit.make({ password: '' }, free)).resolves.toMatchObject({ isPasswordProtected: false });
  });

  it('file requests keep the settings that a change does not name, and take null for the default', async () => {
    const deleteAt = new Date(files.clock.now().getTime() + HOUR_MS).toISOString();
    const { id } = await kit.make({ maxFiles: 2, maxFileSize: 10, message: 'm', deleteAt, password: 'p' });
    await expect(kit.change(id, { title: 'Other' })).resolves.toMatchObject({
      title: 'Other',
      message: 'm',
      maxFiles: 2,
      maxFileSize: 10,
      deleteAt,
      isPasswordProtected: true,
    });
    await expect(
      kit.change(id, { message: null, maxFiles: null, maxFileSize: null, deleteAt: null, password: null }),
    ).resolves.toMatchObject({
      message: null,
      maxFiles: 100,
      maxFileSize: null,
      deleteAt: null,
      isPasswordProtected: false,
    });
    await expect(kit.change(id, { deleteAt: '2020-01-01' })).rejects.toEqual(refused('files.expiry-in-past'));
  });

  it('file requests are listed in pages, newest first', async () => {
    for (let count = 0; count < 51; count++) await kit.make({ title: `Request ${count}` });
    const list = (cursor: string | null) => files.request(listFileRequests, { caller: owner, cursor });
    const first = await list(null);
    const second = await list(first.nextCursor);
    expect(first.requests).toHaveLength(50);
    expect(second).toMatchObject({ nextCursor: null });
    const ids = [...first.requests, ...second.requests].map(({ id }) => id);
    expect(new Set(ids).size).toBe(51);
    await expect(list('nonsense')).rejects.toEqual(refused('request.invalid'));
  });

  it('file requests say why they are closed, and open again when the reason is gone', async () => {
    const deleteAt = new Date(files.clock.now().getTime() + HOUR_MS).toISOString();
    const { id, slug } = await kit.make({ maxFiles: 1, deleteAt });
    await kit.change(id, { isActive: false });
    await expect(kit.show(slug)).rejects.toEqual(refused('requests.closed'));
    await kit.change(id, { isActive: true });
    await kit.send(slug, browser());
    await expect(kit.show(slug)).rejects.toEqual(refused('requests.full'));
    await kit.change(id, { maxFiles: 2 });
    await expect(kit.show(slug)).resolves.toMatchObject({ filesLeft: 1 });
    files.clock.advance(HOUR_MS);
    await expect(kit.show(slug)).rejects.toEqual(refused('requests.expired'));
    await files.request(deleteFileRequest, { requestId: id, caller: owner });
    await expect(kit.show(slug)).rejects.toEqual(refused('requests.deleted'));
    await expect(kit.show('no-such-one')).rejects.toEqual(refused('requests.not-found'));
    await expect(kit.begin(slug, browser())).rejects.toEqual(refused('requests.deleted'));
  });

  it('file requests are closed while their owner is suspended', async () => {
    const { slug } = await kit.make();
    const userId = owner.userId!;
    const begun = await kit.begin(slug, sender);
    await files.publish(userSuspensionChanged, userId, { userId, isSuspended: true });
    await expect(kit.show(slug)).rejects.toEqual(refused('requests.closed'));
    await expect(kit.begin(slug, browser())).rejects.toEqual(refused('requests.closed'));
    await expect(kit.finish(begun, sender)).rejects.toEqual(refused('requests.closed'));
    await files.publish(userSuspensionChanged, userId, { userId, isSuspended: false });
    await expect(kit.show(slug)).resolves.toMatchObject({ slug });
  });

  it('file requests are deleted with their account', async () => {
    const { slug } = await kit.make();
    await kit.begin(slug, browser());
    await files.publish(userDeleted, owner.userId!, { userId: owner.userId! });
    await expect(kit.show(slug)).rejects.toEqual(refused('requests.not-found'));
    expect(await files.rows('SELECT FROM uploads WHERE user_id = $1', [owner.userId])).toEqual([]);
  });
});

describe('the password of a file request', () => {
  const open = (slug: string, password?: string) =>
    files.request(openFileRequest, {
      slug,
      address: '203.0.113.7',
      ...(password !== undefined && { password }),
    });

  it('the password of a file request is exchanged for a token, without which no upload is created', async () => {
    const { id, slug } = await kit.make({ password: 'sesame' });
    await expect(kit.show(slug)).resolves.toMatchObject({ isPasswordProtected: true });
    await expect(open(slug)).rejects.toEqual(refused('requests.password-required'));
    await expect(open(slug, 'wrong')).rejects.toEqual(refused('files.incorrect-password'));
    await expect(kit.begin(slug, browser())).rejects.toEqual(refused('requests.password-required'));
    await expect(kit.begin(slug, browser(), { token: 'x' })).rejects.toEqual(
      refused('requests.password-required'),
    );
    const { token } = await open(slug, 'sesame');
    await expect(kit.begin(slug, browser(), { token })).resolves.toBeDefined();
    const other = await kit.make({ password: 'sesame' });
    await expect(kit.begin(other.slug, browser(), { token })).rejects.toEqual(
      refused('requests.password-required'),
    );
    await kit.change(id, { password: 'other' });
    await expect(kit.begin(slug, browser(), { token })).rejects.toEqual(
      refused('requests.password-required'),
    );
  });

  it('no password is needed for a file request that has none', async () => {
    const { slug } = await kit.make();
    await expect(open(slug)).resolves.toEqual({ token: expect.stringMatching(/^r\./) });
  });

  it('wrong passwords of a file request are limited like those of a file', async () => {
    const { slug } = await kit.make({ password: 'sesame' });
    for (let n = 0; n < 10; n += 1)
      await expect(open(slug, 'wrong')).rejects.toEqual(refused('files.incorrect-password'));
    await expect(open(slug, 'sesame')).rejects.toEqual(refused('files.too-many-attempts'));
  });
});
