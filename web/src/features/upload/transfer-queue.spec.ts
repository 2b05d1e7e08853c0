import { FakeTransfers } from './testing/fake-transfers.js';
import { UploadError } from './transfer.js';
import { type QueuedFile, TransferQueue } from './transfer-queue.js';
import { UnfinishedUploads } from './unfinished-uploads.js';

const MEBIBYTES_2 = 2 * 1024 * 1024;
const settled = () => new Promise((done) => setTimeout(done));
const fileOf = (name: string) => new File([new Uint8Array(MEBIBYTES_2)], name, { lastModified: 1 });
const FACTS = { token: null, metadata: { request: 'invoices', sender: 'Grace' } };
const queues: TransferQueue[] = [];

function newQueue() {
  const transfers = new FakeTransfers();
  let items: readonly QueuedFile[] = [];
  const arrived: string[] = [];
  const ends: number[] = [];
  const load = jest.fn(() => Promise.resolve(transfers.start));
  const queue = new TransferQueue({
    load,
    storage: new UnfinishedUploads('request.invoices'),
    onChange: (next) => (items = next),
    onArrived: ({ file }) => arrived.push(file.name),
    onEnd: ({ status }) => ends.push(status),
  });
  queues.push(queue);
  return {
    queue,
    transfers,
    arrived,
    ends,
    load,
    add: async (...names: string[]) => {
      const added = queue.add(
        names.map((name) => ({ file: fileOf(name), path: null })),
        FACTS,
      );
      await settled();
      return added;
    },
    steps: () => items.map(({ file, step }) => `${file.name} ${step}`),
    notices: () => items.map(({ notice }) => notice),
  };
}

/** A queue that sends `names`, after the first of them was created. */
async function sendingQueue(...names: string[]) {
  const parts = newQueue();
  await parts.add(...names);
  parts.transfers.of(names[0] ?? '').onCreated?.();
  return parts;
}

describe('TransferQueue', () => {
  afterEach(() => {
    for (const queue of queues.splice(0)) queue.end();
    window.localStorage.clear();
  });

  it('sends the first file of a request alone until the server has answered, then three files at a time', async () => {
    const { add, transfers, steps, arrived } = newQueue();
    await add('a', 'b', 'c', 'd');
    expect(steps()).toEqual(['a sending', 'b waiting', 'c waiting', 'd waiting']);
    expect(transfers.of('a').job).toMatchObject({ ...FACTS, bundleId: null });
    transfers.of('a').onCreated?.();
    expect(steps()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
    transfers.of('b').arrive();
    await settled();
    expect(steps()).toEqual(['a sending', 'c sending', 'd sending']);
    expect(arrived).toEqual(['b']);
  });

  it('sends the next file of a request alone after a refusal of the first', async () => {
    const { add, transfers, steps } = newQueue();
    await add('a', 'b', 'c');
    transfers.of('a').refuse(new UploadError('Too large', 413));
    await settled();
    expect(steps()).toEqual(['a failed', 'b sending', 'c waiting']);
  });

  it('keeps other files waiting when the first is paused or retried before the server has answered', async () => {
    const { add, queue, transfers, steps } = newQueue();
    await add('a', 'b');
    transfers.of('a').refuse(new UploadError('Too large', 413));
    await settled();
    queue.pause(1);
    queue.retry(0, FACTS);
    expect(steps()).toEqual(['a waiting', 'b paused']);
    queue.resume(1);
    expect(transfers.of('b').calls).toEqual(['pause', 'resume']);
    expect(steps()).toEqual(['a waiting', 'b sending']);
    transfers.of('b').onCreated?.();
    expect(steps()).toEqual(['a sending', 'b sending']);
  });

  it('pauses and resumes one file for a request, whose place another takes', async () => {
    const { queue, transfers, steps } = await sendingQueue('a', 'b', 'c', 'd');
    queue.pause(1);
    expect(transfers.of('b').calls).toEqual(['pause']);
    expect(steps()).toEqual(['a sending', 'b paused', 'c sending', 'd sending']);
    queue.resume(1);
    expect(steps()[1]).toBe('b waiting');
    transfers.of('a').arrive();
    await settled();
    expect(transfers.of('b').calls).toEqual(['pause', 'resume']);
    expect(steps()).toEqual(['b sending', 'c sending', 'd sending']);
  });

  it('cancels one file for a request, and sends the next', async () => {
    const { queue, transfers, steps } = await sendingQueue('a', 'b', 'c', 'd');
    queue.remove(0);
    expect(transfers.of('a').calls).toEqual(['cancel']);
    expect(steps()).toEqual(['b sending', 'c sending', 'd sending']);
  });

  it('sends a refused file again with corrected facts, while the others continue', async () => {
    const { queue, transfers, steps, notices, ends } = await sendingQueue('a', 'b');
    transfers.of('a').refuse(new UploadError('Too large', 413));
    await settled();
    expect(steps()).toEqual(['a failed', 'b sending']);
    expect(notices()).toEqual(['Too large', null]);
    expect(ends).toEqual([]);
    const corrected = { token: 'token', metadata: { request: 'invoices', sender: 'Grace Hopper' } };
    queue.retry(0, corrected);
    expect(steps()).toEqual(['a sending', 'b sending']);
    expect(transfers.of('a').job).toMatchObject(corrected);
  });

  it.each([401, 410])('sends no more files after %d, and completes those under way', async (status) => {
    const { queue, transfers, steps, arrived, ends } = await sendingQueue('a', 'b', 'c', 'd');
    queue.pause(1);
    queue.resume(1);
    expect(steps()).toEqual(['a sending', 'b waiting', 'c sending', 'd sending']);
    await settled();
    queue.add([{ file: fileOf('e'), path: null }], FACTS);
    transfers.of('d').refuse(new UploadError('No more files', status));
    await settled();
    expect(ends).toEqual([status]);
    expect(transfers.names()).toEqual(['a', 'b', 'c', 'd']);
    expect(steps()).toEqual(['a sending', 'b sending', 'c sending', 'd failed', 'e failed']);
    for (const name of ['a', 'b', 'c']) transfers.of(name).arrive();
    await settled();
    expect(arrived).toEqual(['a', 'b', 'c']);
  });

  it('leaves out files that are chosen twice for a request until they have arrived', async () => {
    const { add, transfers } = await sendingQueue('a', 'b');
    expect(await add('a', 'b', 'c')).toBe(1);
    transfers.of('a').arrive();
    await settled();
    expect(await add('a')).toBe(1);
  });

  it('sends a failed file of a request again when it is chosen again', async () => {
    const { add, transfers, steps } = await sendingQueue('a', 'b');
    transfers.of('a').refuse(new UploadError('Choose it again'));
    await settled();
    expect(await add('a')).toBe(1);
    expect(steps()).toEqual(['a sending', 'b sending']);
  });

  it('fails the waiting files when the code of an upload cannot be loaded, and loads it again', async () => {
    const { add, queue, load, steps, notices } = newQueue();
    load.mockRejectedValueOnce(new Error('offline'));
    await add('a', 'b');
    expect(steps()).toEqual(['a failed', 'b failed']);
    expect(notices()[0]).toBe('The upload could not start. Please check your connection and try again.');
    queue.retry(1, FACTS);
    await settled();
    expect(steps()).toEqual(['a failed', 'b sending']);
  });

  it('stops at its end, and keeps what was sent', async () => {
    const { queue, transfers } = await sendingQueue('a', 'b', 'c', 'd');
    queue.pause(1);
    queue.end();
    expect(transfers.of('a').calls).toEqual(['end']);
    expect(transfers.of('b').calls).toEqual(['pause', 'end']);
    transfers.of('a').onCreated?.();
    expect(transfers.names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts no transfer after the page was left while the code of an upload was loaded', async () => {
    const { add, queue, transfers } = newQueue();
    const added = add('a');
    queue.end();
    await added;
    expect(transfers.names()).toEqual([]);
  });
});
