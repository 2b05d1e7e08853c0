import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { WriteQueue } from './write-queue.js';

const BATCH = 256 * 1024;
/** Batches of 256 KiB that all queues of a process may hold together. */
const SHARED_BATCHES = 8;

/** A disk that is slow until the test settles its promise. */
function slowDisk() {
  const disk = Promise.withResolvers<undefined>();
  // A failure may come while no queue waits for it.
  disk.promise.catch(() => undefined);
  return { ...disk, options: { sync: true, beforeWrite: () => disk.promise } };
}

/** Adds batches until one is held back. @returns the batches that were accepted at once, and the one that waits */
async function fill(queue: WriteQueue): Promise<{ accepted: Buffer[]; last: Buffer; held: Promise<void> }> {
  const accepted: Buffer[] = [];
  while (accepted.length < 100) {
    const batch = randomBytes(BATCH);
    const last = Buffer.from(batch);
    const held = queue.add([batch]);
    const isAccepted = await Promise.race([held.then(() => true), setImmediate(false)]);
    if (!isAccepted) return { accepted, last, held };
    accepted.push(last);
  }
  throw new Error('The queue takes batches without a limit');
}

describe('the queue of writes to a file', () => {
  let folder: string;
  const files: FileHandle[] = [];
  const openFile = async (name: string) => {
    const file = await open(join(folder, name), 'w');
    files.push(file);
    return file;
  };

  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'waybill-queue-'))));
  afterEach(async () => {
    for (const file of files.splice(0)) await file.close();
    await rm(folder, { recursive: true });
  });

  /** Checks that the queue of a further file may hold all that queues may hold together. */
  const expectRoom = async () => {
    const disk = slowDisk();
    const queue = new WriteQueue(await openFile('next'), 0, disk.options);
    expect((await fill(queue)).accepted).toHaveLength(SHARED_BATCHES);
    disk.resolve(undefined);
    await queue.end();
    await queue.close();
  };

  it('holds at most 2 MiB for all files of a process while the disk is slow, and loses none of it', async () => {
    const disk = slowDisk();
    const first = new WriteQueue(await openFile('first'), 0, disk.options);
    const second = new WriteQueue(await openFile('second'), 0, disk.options);
    const { accepted, last, held } = await fill(first);
    expect(accepted).toHaveLength(SHARED_BATCHES);
    expect((await fill(second)).accepted).toHaveLength(0);

    disk.resolve(undefined);
    await held;
    expect(await first.end()).toBe((SHARED_BATCHES + 1) * BATCH);
    await second.end();
    const written = await readFile(join(folder, 'first'));
    expect(written.equals(Buffer.concat([...accepted, last]))).toBe(true);
    await Promise.all([first.close(), second.close()]);
  });

  it('rejects waiting writes when a write fails, and frees their room for other files', async () => {
    const disk = slowDisk();
    const queue = new WriteQueue(await openFile('failed'), 0, disk.options);
    const { held } = await fill(queue);
    disk.reject(new Error('the disk is full'));
    await expect(held).rejects.toThrow('the disk is full');
    await expect(queue.end()).rejects.toThrow('the disk is full');
    await queue.close();
    await expectRoom();
  });

  it('writes nothing after a write that failed', async () => {
    const beforeWrite = jest.fn(() => Promise.reject(new Error('the disk is full')));
    const queue = new WriteQueue(await openFile('failed'), 0, { sync: true, beforeWrite });
    await queue.add([randomBytes(BATCH)]);
    await expect(queue.end()).rejects.toThrow('the disk is full');
    await expect(queue.add([randomBytes(BATCH)])).rejects.toThrow('the disk is full');
    await queue.close();
    expect(beforeWrite).toHaveBeenCalledTimes(1);
  });

  it('leaves its room to other files when it is closed before its end', async () => {
    const disk = slowDisk();
    const queue = new WriteQueue(await openFile('closed'), 0, disk.options);
    await fill(queue);
    const closed = queue.close();
    disk.resolve(undefined);
    await closed;
    await expectRoom();
  });
});
