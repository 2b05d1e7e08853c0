import type { BundleView } from '@waybill/contracts';
import { timings } from '../../lib/timings.js';
import { batches, newBatch, settled } from './testing/new-batch.js';
import { UploadError } from './transfer.js';

const fileOf = (name: string, size = 8) => new File(['1'.repeat(size)], name, { lastModified: 1 });
const MEBIBYTES_2 = 2 * 1024 * 1024;

describe('UploadBatch', () => {
  beforeEach(() => jest.replaceProperty(timings, 'uploadMinimum', 0 as never));
  afterEach(() => {
    for (const batch of batches.splice(0)) batch.end();
    jest.restoreAllMocks();
    window.localStorage.clear();
  });

  it('sends a single file without a bundle', async () => {
    const { add, transfer, done, bundleCalls } = newBatch();
    await add(fileOf('a'));
    transfer('a').arrive();
    await settled();
    await settled();
    expect(done).toHaveBeenCalledWith({
      files: [expect.objectContaining({ id: 'id of a' })],
      bundleId: null,
      inBundle: 0,
    });
    expect(bundleCalls).toEqual([]);
  });

  it('sends three large files at a time, and small ones five at a time', async () => {
    const large = newBatch();
    await large.add(...['a', 'b', 'c', 'd'].map((name) => fileOf(name, MEBIBYTES_2)));
    expect(large.sent()).toEqual(['a', 'b', 'c']);
    large.transfer('b').arrive();
    await settled();
    expect(large.steps()).toEqual(['a sending', 'b sent', 'c sending', 'd sending']);
    const small = newBatch();
    await small.add(...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => fileOf(name)));
    expect(small.sent()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('reports progress, speed and time left of the whole and of each file', async () => {
    const { add, batch, transfer, state } = newBatch();
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    await add(fileOf('a'), fileOf('b'));
    transfer('a').onProgress(0);
    now = 1000;
    transfer('a').onProgress(4);
    batch.choose('one');
    expect(state()?.pace.fraction).toBe(0.25);
    expect(state()?.items[0]).toMatchObject({ sent: 4, pace: { speed: 4, secondsLeft: 1 } });
  });

  it('puts several files into one bundle, in the order they were chosen in', async () => {
    const { add, transfer, done, bundleCalls } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    expect(transfer('a').job.bundleId).toBe('bundle');
    transfer('b').arrive();
    transfer('a').arrive();
    await settled();
    await settled();
    expect(bundleCalls).toEqual([
      ['create', null],
      ['arrange', 'bundle', ['id of a', 'id of b']],
    ]);
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId: 'bundle' }));
  });

  it('names the bundle after the folder, and sends paths', async () => {
    const { batch, transfer, bundleCalls } = newBatch();
    batch.add([
      { file: fileOf('a'), path: 'Offer/a' },
      { file: fileOf('b'), path: 'Offer/plans/b' },
    ]);
    await settled();
    expect(bundleCalls).toEqual([['create', 'Offer']]);
    expect(transfer('b').job.path).toBe('Offer/plans/b');
  });

  it('dissolves the bundle for one link for each', async () => {
    const { batch, add, transfer, done, bundleCalls } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    batch.choose('each');
    transfer('a').arrive();
    transfer('b').arrive();
    await settled();
    await settled();
    expect(bundleCalls.at(-1)).toEqual(['dissolve', 'bundle']);
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId: null }));
  });

  it('leaves out files that are chosen twice, and adds others to the upload', async () => {
    const { add, sent, state } = newBatch();
    await add(fileOf('a'), fileOf('a'));
    await add(fileOf('a'), fileOf('b'));
    await add(fileOf('b'));
    expect(sent()).toEqual(['a', 'b']);
    expect(state()?.items).toHaveLength(2);
  });

  it('continues after a refusal of one file, and stops at one that concerns all', async () => {
    const { add, batch, transfer, state, steps, sent } = newBatch();
    await add(...['a', 'b', 'c', 'd', 'e'].map((name) => fileOf(name, MEBIBYTES_2)));
    transfer('a').refuse(new UploadError('Too large', 413));
    await settled();
    expect(sent()).toEqual(['a', 'b', 'c', 'd']);
    expect(state()?.items[0]).toMatchObject({ step: 'failed', notice: 'Too large' });
    transfer('b').refuse(new UploadError('Storage limit exceeded', 403));
    transfer('c').arrive();
    transfer('d').arrive();
    await settled();
    expect(state()).toMatchObject({ step: 'stopped', problem: 'Storage limit exceeded' });
    expect(steps()).toEqual(['a failed', 'b failed', 'c sent', 'd sent', 'e waiting']);
    batch.retry();
    await settled();
    expect(steps()).toEqual(['a sending', 'b sending', 'c sent', 'd sent', 'e sending']);
  });

  it('sends a failed file again in its place when it is chosen again, also after it was changed', async () => {
    const { add, transfer, steps, state } = newBatch();
    await add(fileOf('a'), fileOf('b'), fileOf('c'));
    for (const name of ['a', 'b']) transfer(name).refuse(new UploadError('Choose it again'));
    await settled();
    await add(fileOf('b'));
    expect(steps()).toEqual(['a failed', 'b sending', 'c sending']);
    await add(fileOf('a', 9), fileOf('c'));
    expect(steps()).toEqual(['a sending', 'b sending', 'c sending']);
    expect(state()?.items[0]).toMatchObject({ notice: null, file: { size: 9 } });
  });

  it('stops at a refusal that concerns all although a file is paused', async () => {
    const { add, batch, transfer, state } = newBatch();
    await add(fileOf('a'), fileOf('b'), fileOf('c'));
    batch.pause(0);
    transfer('b').refuse(new UploadError('Storage limit exceeded', 403));
    await settled();
    expect(state()).toMatchObject({ step: 'sending', problem: 'Storage limit exceeded' });
    transfer('c').arrive();
    await settled();
    expect(state()).toMatchObject({ step: 'stopped', problem: 'Storage limit exceeded' });
  });

  it('retries one file alone', async () => {
    const { add, batch, transfer, state, steps } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    for (const name of ['a', 'b']) transfer(name).refuse(new UploadError('Too large', 413));
    await settled();
    batch.retry(state()?.items[1]?.key);
    await settled();
    expect(steps()).toEqual(['a failed', 'b sending']);
  });

  it('pauses and resumes one file, whose place another takes', async () => {
    const { add, batch, transfer, steps } = newBatch();
    await add(...['a', 'b', 'c', 'd'].map((name) => fileOf(name, MEBIBYTES_2)));
    batch.pause(0);
    expect(transfer('a').calls).toEqual(['pause']);
    expect(steps()).toEqual(['a paused', 'b sending', 'c sending', 'd sending']);
    batch.resume(0);
    await settled();
    expect(steps()?.[0]).toBe('a waiting');
    transfer('b').arrive();
    await settled();
    expect(transfer('a').calls).toEqual(['pause', 'resume']);
  });

  it('pauses and resumes all files', async () => {
    const { add, batch, steps } = newBatch();
    await add(...['a', 'b', 'c', 'd'].map((name) => fileOf(name, MEBIBYTES_2)));
    batch.pause();
    expect(steps()).toEqual(['a paused', 'b paused', 'c paused', 'd paused']);
    batch.resume();
    await settled();
    expect(steps()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
  });

  it.each([
    ['lost', 'lost', 'Connection lost. Trying again…'],
    ['elsewhere', 'lost', 'Another tab is sending this file. Waiting for it…'],
    ['restarted', 'sending', 'The first attempt expired, so this file is sent again from its start.'],
  ] as const)('says what happened to a file: %s', async (news, step, notice) => {
    const { add, transfer, state } = newBatch();
    await add(fileOf('a'));
    transfer('a').onNews(news);
    expect(state()?.items[0]).toMatchObject({ step, notice });
  });

  it('continues without a cancelled file, and opens the only one that is left without a bundle', async () => {
    const { add, batch, transfer, done, bundleCalls } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    batch.remove(0);
    expect(transfer('a').calls).toEqual(['cancel']);
    transfer('b').arrive();
    await settled();
    await settled();
    expect(done).toHaveBeenCalledWith({
      files: [expect.objectContaining({ id: 'id of b' })],
      bundleId: null,
      inBundle: 0,
    });
    expect(bundleCalls.at(-1)).toEqual(['dissolve', 'bundle']);
  });

  it('keeps uploaded files when the rest is cancelled', async () => {
    const { add, batch, transfer, done } = newBatch();
    await add(fileOf('a'), fileOf('b'), fileOf('c'));
    transfer('a').arrive();
    transfer('b').arrive();
    await settled();
    batch.cancel();
    await settled();
    await settled();
    expect(transfer('c').calls).toEqual(['cancel']);
    expect(done.mock.calls[0]?.[0].files).toHaveLength(2);
  });

  it('leaves neither files nor a bundle when all are cancelled', async () => {
    const { add, batch, state, done, bundleCalls } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    batch.cancel();
    await settled();
    expect(state()).toBeNull();
    expect(done).not.toHaveBeenCalled();
    expect(bundleCalls.at(-1)).toEqual(['dissolve', 'bundle']);
  });

  it('continues a bundle that was interrupted, without the files that arrived', async () => {
    const before = {
      id: 'before',
      files: [{ id: 'id of a', originalName: 'a', path: 'a', size: 8 }],
    } as unknown as BundleView;
    const { add, storage, transfer, sent, done } = newBatch(before);
    const upload = { url: '/api/uploads/b', name: 'b', path: 'b', size: 8, lastModified: 1, sent: 4 };
    storage.keep({ ...upload, bundleId: 'before' });
    await add(fileOf('a'), fileOf('b'));
    expect(sent()).toEqual(['b']);
    expect(transfer('b').job).toMatchObject({ bundleId: 'before', unfinished: { url: '/api/uploads/b' } });
    transfer('b').arrive();
    await settled();
    await settled();
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId: 'before' }));
  });

  it('sends everything to the bundle that it was given, a single file too, and never dissolves it', async () => {
    const { add, batch, transfer, state, done, bundleCalls } = newBatch(null, 'given');
    await add(fileOf('a'));
    expect(state()?.choice).toBeNull();
    expect(transfer('a').job.bundleId).toBe('given');
    batch.cancel();
    await settled();
    expect(bundleCalls).toEqual([]);
    await add(fileOf('b'));
    expect(transfer('b').job.bundleId).toBe('given');
    transfer('b').arrive();
    await settled();
    await settled();
    expect(bundleCalls).toEqual([['arrange', 'given', ['id of b']]]);
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId: 'given' }));
  });

  it('finds the bundle of a selection before any of its files was sent', async () => {
    const bundle = { id: 'bundle', files: [] } as unknown as BundleView;
    const first = newBatch(bundle);
    await first.add(fileOf('a'), fileOf('b'));
    first.batch.end();
    const second = newBatch(bundle);
    await second.add(fileOf('a'), fileOf('b'));
    expect(second.bundleCalls).toEqual([]);
    expect(second.transfer('a').job.bundleId).toBe('bundle');
  });

  it('end() stops a batch without further callbacks, and keeps what was sent', async () => {
    const { add, batch, transfer, done, state } = newBatch();
    await add(fileOf('a'));
    const before = state();
    batch.end();
    expect(transfer('a').calls).toEqual(['end']);
    transfer('a').arrive();
    await settled();
    expect(state()).toBe(before);
    expect(done).not.toHaveBeenCalled();
  });
});
