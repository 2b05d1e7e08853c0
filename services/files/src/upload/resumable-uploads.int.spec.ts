import {
  beginAppend,
  type Caller,
  createResumableUpload,
  deleteResumableUpload,
  discardAppendedBytes,
  finishResumableUpload,
  getFile,
  getResumableUpload,
  type InputOf,
  saveAppend,
  subscriptionChanged,
  type Writing,
} from '@waybill/contracts';
import { type AppendResult, EncryptedAppends } from '@waybill/storage';
import { Readable } from 'node:stream';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { browser, FilesTestApp, HOUR_MS } from '../testing/files-test-app.js';
import { UploadSweep } from './upload.sweep.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());

type Creation = InputOf<typeof createResumableUpload>;

function createWith(creation: Partial<Creation> & Pick<Creation, 'caller'>) {
  return files.request(createResumableUpload, {
    token: null,
    originalName: 'a.txt',
    metadata: 'filename YS50eHQ=',
    length: 10,
    target: null,
    writes: false,
    ...creation,
  });
}

async function create(caller: Caller, length: number | null = 10): Promise<string> {
  return (await createWith({ caller, length })).uploadId;
}

async function begin(
  uploadId: string,
  caller: Caller,
  offset: number,
  length: number | null = null,
): Promise<Writing> {
  const { writing } = await files.request(beginAppend, { uploadId, caller, offset, length });
  return writing!;
}

/** Stores bytes like the gateway, but does not save them in the row of the upload. */
function store({ ticket, since, writer, length }: Writing, text: string): Promise<AppendResult> {
  const body = Readable.from([Buffer.from(text)]);
  const completes = (size: number) => size === length;
  return files.get(EncryptedAppends).append(ticket, since, body, { writer, completes });
}

/** Appends like the gateway. */
async function append(uploadId: string, caller: Caller, offset: number, text: string): Promise<void> {
  const writing = await begin(uploadId, caller, offset);
  const { isComplete, ...appended } = await store(writing, text);
  const { writer } = writing;
  if (!isComplete) await files.request(saveAppend, { uploadId, writer, appended, ends: true });
  else {
    const { size, crc32 } = appended;
    await files.request(finishResumableUpload, { uploadId, writer, size, crc32, mimeType: 'text/plain' });
  }
}

const get = (uploadId: string, caller: Caller) => files.request(getResumableUpload, { uploadId, caller });

describe('resumable uploads', () => {
  it('a resumable upload becomes the file of its id with the last byte, and leaves its object only', async () => {
    const caller = browser();
    const before = await files.objectKeys();
    const uploadId = await create(caller);
    await append(uploadId, caller, 0, 'hello');
    await append(uploadId, caller, 5, 'world');
    const file = await files.request(getFile, { fileId: uploadId, caller, token: null });
    expect(file).toMatchObject({ originalName: 'a.txt', size: 10 });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toHaveLength(before.length + 1);
  });

  it('a resumable upload expires 24 hours after its last byte, and is deleted with its bytes', async () => {
    const caller = browser();
    const before = await files.objectKeys();
    const uploadId = await create(caller);
    files.clock.advance(20 * HOUR_MS);
    await append(uploadId, caller, 0, 'hello');
    files.clock.advance(23 * HOUR_MS);
    await expect(get(uploadId, caller)).resolves.toMatchObject({ received: 5 });
    files.clock.advance(HOUR_MS);
    await expect(get(uploadId, caller)).rejects.toEqual(refused('uploads.not-found'));
    await files.get(UploadSweep).sweep();
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(before);
    expect(await files.rows('SELECT FROM resumable_uploads WHERE id = $1', [uploadId])).toEqual([]);
  });

  it('a resumable upload answers for an hour after it was finished', async () => {
    const caller = await files.account('pro');
    const uploadId = await create(caller);
    await append(uploadId, caller, 0, 'helloworld');
    files.clock.advance(HOUR_MS - 1000);
    await expect(get(uploadId, caller)).resolves.toMatchObject({ received: 10, length: 10 });
    files.clock.advance(1000);
    await expect(get(uploadId, caller)).rejects.toEqual(refused('uploads.not-found'));
  });

  it('another request can append to a resumable upload once the lease of a dead one ran out, and the dead one is refused', async () => {
    const caller = browser();
    const uploadId = await create(caller);
    const dead = await begin(uploadId, caller, 0);
    await expect(begin(uploadId, caller, 0)).rejects.toEqual(refused('uploads.being-written'));
    files.clock.advance(25_000);
    await append(uploadId, caller, 0, 'hello');
    const late = { uploadId, writer: dead.writer, appended: null, ends: false };
    await expect(files.request(saveAppend, late)).rejects.toEqual(refused('uploads.being-written'));
    await expect(get(uploadId, caller)).resolves.toMatchObject({ received: 5 });
  });

  it('resumable uploads are deleted with the bytes that a request wrote after their end', async () => {
    const caller = browser();
    const before = await files.objectKeys();
    const uploadId = await create(caller);
    const { ticket } = await begin(uploadId, caller, 0);
    await files.request(deleteResumableUpload, { uploadId, caller });
    await files.get(ObjectDeletionService).deleteQueued();
    await files.store.put(ticket.objectKey, Readable.from([Buffer.from('late')]));
    await files.request(discardAppendedBytes, { objectKey: ticket.objectKey });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(before);
  });

  it('resumable uploads leave no bytes of a request that was killed before it saved them', async () => {
    const caller = browser();
    const before = await files.objectKeys();
    const resumed = await create(caller);
    await append(resumed, caller, 0, 'he');
    await store(await begin(resumed, caller, 2), 'll');
    const deleted = await create(caller);
    await store(await begin(deleted, caller, 0), 'hello');
    expect(await files.objectKeys()).toHaveLength(before.length + 3);
    files.clock.advance(25_000);
    await append(resumed, caller, 2, 'llo');
    await append(resumed, caller, 5, 'world');
    await files.request(deleteResumableUpload, { uploadId: deleted, caller });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toHaveLength(before.length + 1);
  });

  it('resumable uploads leave no bytes of a request that failed while the store had them already', async () => {
    const caller = browser();
    const before = await files.objectKeys();
    const uploadId = await create(caller);
    const writing = await begin(uploadId, caller, 0);
    await store(writing, 'hello');
    await files.request(saveAppend, { uploadId, writer: writing.writer, appended: null, ends: true });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual(before);
    await append(uploadId, caller, 0, 'helloworld');
  });

  it('resumable uploads keep the bytes that a request discards because the answer to its save was lost', async () => {
    const caller = browser();
    const uploadId = await create(caller);
    await append(uploadId, caller, 0, 'hello');
    const { since } = await begin(uploadId, caller, 5);
    await files.request(discardAppendedBytes, { objectKey: since!.tail! });
    await files.get(ObjectDeletionService).deleteQueued();
    files.clock.advance(25_000);
    await append(uploadId, caller, 5, 'world');
    await expect(get(uploadId, caller)).resolves.toMatchObject({ received: 10 });
  });

  it('a finished upload keeps the object of its file when a request of long ago discards its bytes', async () => {
    const caller = browser();
    const uploadId = await create(caller);
    const { ticket } = await begin(uploadId, caller, 0);
    files.clock.advance(60_000);
    await append(uploadId, caller, 0, 'helloworld');
    await files.request(discardAppendedBytes, { objectKey: ticket.objectKey });
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toContain(ticket.objectKey);
  });

  it('a resumable upload is not shown as complete after a request that only declared its length was killed', async () => {
    const caller = browser();
    const uploadId = await create(caller, null);
    await append(uploadId, caller, 0, 'hello');
    await begin(uploadId, caller, 5, 5);
    await expect(get(uploadId, caller)).resolves.toMatchObject({ received: 5, length: null });
    files.clock.advance(25_000);
    const { writer } = await begin(uploadId, caller, 5, 5);
    await files.request(finishResumableUpload, { uploadId, writer, size: 5, mimeType: 'text/plain' });
    await expect(get(uploadId, caller)).resolves.toMatchObject({ received: 5, length: 5 });
  });

  it('a request that renews its lease keeps it', async () => {
    const caller = browser();
    const uploadId = await create(caller);
    const { writer } = await begin(uploadId, caller, 0);
    for (let renewal = 0; renewal < 3; renewal++) {
      files.clock.advance(20_000);
      await files.request(saveAppend, { uploadId, writer, appended: null, ends: false });
    }
    await expect(begin(uploadId, caller, 0)).rejects.toEqual(refused('uploads.being-written'));
  });

  it('a resumable upload does not expire while a request writes to it, even if it can save none of its bytes before the last', async () => {
    const caller = browser();
    const uploadId = await create(caller);
    const expires = async () => Date.parse((await get(uploadId, caller)).expiresAt) - +files.clock.now();
    files.clock.advance(24 * HOUR_MS - 1000);
    const writing = await begin(uploadId, caller, 0);
    const { writer } = writing;
    for (let renewal = 0; renewal < 3; renewal++) {
      files.clock.advance(20_000);
      await files.get(UploadSweep).sweep();
      await files.request(saveAppend, { uploadId, writer, appended: null, ends: false });
      expect(await expires()).toBe(25_000);
    }
    const { size, crc32 } = await store(writing, 'helloworld');
    await files.request(finishResumableUpload, { uploadId, writer, size, crc32, mimeType: 'text/plain' });
    await expect(get(uploadId, caller)).resolves.toMatchObject({ received: 10 });
  });

  it('resumable uploads are created once for a key of their sender, whatever answers were lost', async () => {
    const caller = await files.account('pro');
    const key = crypto.randomUUID();
    const again = (changes: Partial<Creation> = {}) => createWith({ caller, key, ...changes });
    const concurrent = await Promise.allSettled([again(), again(), again()]);
    const made = concurrent.flatMap((each) => (each.status === 'fulfilled' ? each.value.uploadId : []));
    expect(new Set(made).size).toBe(1);
    const [uploadId = ''] = made;
    await append(uploadId, caller, 0, 'hello');
    expect(await again()).toMatchObject({ uploadId, received: 5, writing: null });
    await append(uploadId, caller, 5, 'world');
    expect(await again()).toMatchObject({ uploadId, received: 10, writing: null });
    await expect(again({ length: 11 })).rejects.toEqual(refused('uploads.key-reused'));
    expect((await again({ caller: browser() })).uploadId).not.toBe(uploadId);
  });

  it('resumable uploads are not created twice while the first request with their key goes on', async () => {
    const [caller, key] = [browser(), crypto.randomUUID()];
    await createWith({ caller, key, writes: true });
    await expect(createWith({ caller, key, writes: true })).rejects.toEqual(refused('uploads.being-written'));
  });

  it('a resumable upload finishes although its plan ended, and expires by the new plan, which refuses another of its size', async () => {
    const caller = await files.account('pro');
    const length = 21 * 1024 * 1024;
    const uploadId = await create(caller, length);
    await append(uploadId, caller, 0, 'begun');
    await files.publish(subscriptionChanged, caller.userId!, {
      userId: caller.userId!,
      plan: 'free',
      version: 2,
    });
    await append(uploadId, caller, 5, 'x'.repeat(length - 5));
    const { size, createdAt, deleteAt } = await files.request(getFile, {
      fileId: uploadId,
      caller,
      token: null,
    });
    expect(size).toBe(length);
    expect(Date.parse(deleteAt.Time!) - Date.parse(createdAt)).toBe(HOUR_MS);
    await expect(create(caller, length)).rejects.toEqual(refused('files.too-large'));
  });

  it('resumable uploads count towards the number of files until they are deleted', async () => {
    const caller = browser();
    const ids = [await create(caller), await create(caller), await create(caller)];
    await expect(create(caller)).rejects.toEqual(refused('files.limit-reached'));
    await files.request(deleteResumableUpload, { uploadId: ids[0]!, caller });
    await expect(create(caller)).resolves.toBeDefined();
  });

  it('resumable uploads are visible to their sender only', async () => {
    const uploadId = await create(browser());
    await expect(get(uploadId, browser())).rejects.toEqual(refused('uploads.not-found'));
  });
});
