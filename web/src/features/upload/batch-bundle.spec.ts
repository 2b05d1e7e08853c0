import type { BundleView } from '@waybill/contracts';
import { timings } from '../../lib/timings.js';
import { batches, newBatch, settled } from './testing/new-batch.js';
import { UploadError } from './transfer.js';
import { UnfinishedUploads } from './unfinished-uploads.js';

const fileOf = (name: string, size = 8) => new File(['1'.repeat(size)], name, { lastModified: 1 });
const MEBIBYTES_2 = 2 * 1024 * 1024;
const bundleOf = (id: string) => ({ id, files: [] }) as unknown as BundleView;
const expired = new UploadError('Bundle has expired', 410);

/** An upload of the file from before a reload. */
const unfinished = (name: string, bundleId: string) => ({
  url: `/api/uploads/${name}`,
  name,
  path: null,
  size: 8,
  lastModified: 1,
  bundleId,
  sent: 4,
});

describe('BatchBundle', () => {
  beforeEach(() => jest.replaceProperty(timings, 'uploadMinimum', 0 as never));
  afterEach(() => {
    for (const batch of batches.splice(0)) batch.end();
    jest.restoreAllMocks();
    window.localStorage.clear();
  });

  it.each([
    [
      'one',
      [
        ['create', 'Offer'],
        ['arrange', 'bundle', ['id of a']],
      ],
      'bundle',
    ],
    [
      'each',
      [
        ['create', 'Offer'],
        ['dissolve', 'bundle'],
      ],
      null,
    ],
  ] as const)(
    'puts the only file of a folder into a bundle unless a link for each is chosen: %s',
    async (choice, calls, bundleId) => {
      const { batch, transfer, done, bundleCalls } = newBatch();
      batch.add([{ file: fileOf('a'), path: 'Offer/a' }]);
      await settled();
      batch.choose(choice);
      expect(transfer('a').job).toMatchObject({ path: 'Offer/a', bundleId: 'bundle' });
      transfer('a').arrive();
      await settled();
      await settled();
      expect(bundleCalls).toEqual(calls);
      expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId }));
    },
  );

  it('stores how many files are sent to a bundle, and that they were interrupted once the page is left', async () => {
    const { add, batch, storage, transfer } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    expect(storage.interruptedBundles()).toEqual([]);
    await add(fileOf('c'));
    transfer('a').arrive();
    await settled();
    window.dispatchEvent(new Event('pagehide'));
    expect(storage.interruptedBundles()).toMatchObject([{ bundleId: 'bundle', files: 3 }]);
    await add(fileOf('d'));
    expect(storage.interruptedBundles()).toEqual([]);
    batch.end();
    expect(storage.interruptedBundles()).toMatchObject([{ bundleId: 'bundle', files: 4 }]);
    const again = newBatch(bundleOf('bundle'));
    await again.add(...['a', 'b', 'c', 'd'].map((name) => fileOf(name)));
    expect(storage.interruptedBundles()).toEqual([]);
    expect(again.transfer('a').job.bundleId).toBe('bundle');
    again.batch.end();
    const part = newBatch(bundleOf('bundle'));
    part.storage.keep(unfinished('a', 'bundle'));
    await part.add(fileOf('a'));
    part.batch.end();
    expect(storage.interruptedBundles()).toMatchObject([{ bundleId: 'bundle', files: 4 }]);
  });

  it('stores nothing of files that arrived, or were all cancelled', async () => {
    const { add, batch, storage, transfer, done } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    batch.cancel();
    await add(fileOf('a'), fileOf('b'));
    transfer('a').arrive();
    transfer('b').arrive();
    await settled();
    await settled();
    expect(done).toHaveBeenCalled();
    batch.end();
    expect(storage.interruptedBundles()).toEqual([]);
    expect(storage.bundle('bundle')).toBeUndefined();
  });

  it('counts an upload of another tab as interrupted after that tab has been silent', async () => {
    const { add } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    const inAnotherTab = (passed: number) => new UnfinishedUploads(null, () => Date.now() + passed);
    expect(inAnotherTab(80_000).interruptedBundles()).toEqual([]);
    expect(inAnotherTab(91_000).interruptedBundles()).toHaveLength(1);
  });

  it('counts an upload that is left while its bundle is being made as interrupted', async () => {
    const { add, batch, bundles, storage } = newBatch();
    let answer: (made: { id: string; name: string }) => void = () => undefined;
    bundles.create = () => new Promise((resolve) => (answer = resolve));
    await add(fileOf('a'), fileOf('b'));
    batch.end();
    const start = jest.spyOn(window, 'setInterval');
    answer({ id: 'bundle', name: 'Files' });
    await settled();
    expect(storage.interruptedBundles()).toMatchObject([{ bundleId: 'bundle', files: 2 }]);
    expect(start).not.toHaveBeenCalled();
  });

  it('makes no bundle for an upload that is left before', async () => {
    const { batch, bundleCalls } = newBatch();
    batch.add([fileOf('a'), fileOf('b')].map((file) => ({ file, path: null })));
    batch.end();
    await settled();
    expect(bundleCalls).toEqual([]);
  });

  it('dissolves a bundle whose files were all cancelled while it was being made', async () => {
    const { add, batch, bundles, bundleCalls, state, storage } = newBatch();
    let answer: (made: { id: string; name: string }) => void = () => undefined;
    bundles.create = () => new Promise((resolve) => (answer = resolve));
    await add(fileOf('a'), fileOf('b'));
    expect(state()?.step).toBe('sending');
    batch.cancel();
    answer({ id: 'bundle', name: 'Files' });
    await settled();
    expect(bundleCalls).toEqual([['dissolve', 'bundle']]);
    expect(storage.bundle('bundle')).toBeUndefined();
  });

  it('never dissolves a bundle that was there before the interrupted upload into it, and offers no choice', async () => {
    const { add, batch, storage, state, transfer, done, bundleCalls } = newBatch(bundleOf('owned'));
    storage.keep(unfinished('a', 'owned'));
    await add(fileOf('a'));
    expect(transfer('a').job).toMatchObject({ bundleId: 'owned', unfinished: { url: '/api/uploads/a' } });
    expect(state()?.choice).toBeNull();
    batch.cancel();
    await settled();
    expect(bundleCalls).toEqual([]);
    await add(fileOf('a'), fileOf('b'));
    batch.choose('each');
    for (const name of ['a', 'b']) transfer(name).arrive();
    await settled();
    await settled();
    expect(bundleCalls).toEqual([['arrange', 'owned', ['id of a', 'id of b']]]);
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId: 'owned' }));
  });

  it('never dissolves a bundle that its user has added files to since an upload made it', async () => {
    const bundle = bundleOf('bundle');
    const first = newBatch(bundle);
    await first.add(fileOf('a'), fileOf('b'));
    first.batch.end();
    const second = newBatch(bundle, 'bundle');
    await second.add(fileOf('c'));
    second.storage.keep(unfinished('c', 'bundle'));
    second.batch.end();
    const third = newBatch(bundle);
    await third.add(fileOf('c'));
    expect(third.state()?.choice).toBeNull();
    third.batch.cancel();
    await settled();
    expect(third.bundleCalls).toEqual([]);
  });

  it('leaves the bundle to another tab that sends the same files when all are cancelled', async () => {
    const bundle = bundleOf('bundle');
    const first = newBatch(bundle);
    await first.add(fileOf('a'), fileOf('b'));
    const second = newBatch(bundle);
    await second.add(fileOf('a'), fileOf('b'));
    expect(second.transfer('a').job.bundleId).toBe('bundle');
    second.batch.cancel();
    await settled();
    expect(second.bundleCalls).toEqual([]);
  });

  it('dissolves the bundle that an interrupted upload made for one link for each', async () => {
    const bundle = bundleOf('bundle');
    const first = newBatch(bundle);
    await first.add(fileOf('a'), fileOf('b'));
    first.batch.end();
    const { add, batch, state, transfer, bundleCalls } = newBatch(bundle);
    await add(fileOf('a'), fileOf('b'));
    expect(state()?.choice).toBe('one');
    batch.choose('each');
    for (const name of ['a', 'b']) transfer(name).arrive();
    await settled();
    await settled();
    expect(bundleCalls).toEqual([['dissolve', 'bundle']]);
  });

  it('makes another bundle when that of the upload expires midway, and puts all files into it', async () => {
    const { add, gone, transfer, steps, done, bundleCalls } = newBatch();
    const names = ['a', 'b', 'c', 'd', 'e'];
    await add(...names.map((name) => fileOf(name, MEBIBYTES_2)));
    gone.add('bundle');
    transfer('a').arrive();
    transfer('b').arrive();
    await settled();
    transfer('d').refuse(expired);
    transfer('e').refuse(expired);
    await settled();
    expect(steps()).toEqual(['a sent', 'b sent', 'c sending', 'd sending', 'e sending']);
    for (const name of ['d', 'e']) expect(transfer(name).job.bundleId).toBe('another');
    for (const name of ['c', 'd', 'e']) transfer(name).arrive();
    await settled();
    await settled();
    expect(bundleCalls).toEqual([
      ['create', null],
      ['create', null],
      ['arrange', 'another', names.map((name) => `id of ${name}`)],
    ]);
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId: 'another' }));
  });

  it('makes another bundle when that of the upload expired before the last file arrived', async () => {
    const { add, gone, transfer, done } = newBatch();
    await add(fileOf('a'), fileOf('b'));
    gone.add('bundle');
    for (const name of ['a', 'b']) transfer(name).arrive();
    await settled();
    await settled();
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ bundleId: 'another', inBundle: 2 }));
  });

  it('continues an upload on the next day, although its bundle has expired since', async () => {
    const { add, gone, storage, transfer } = newBatch();
    storage.keep(unfinished('a', 'bundle'));
    gone.add('bundle');
    await add(fileOf('a'), fileOf('b'));
    expect(transfer('a').job).toMatchObject({ bundleId: 'another', unfinished: { url: '/api/uploads/a' } });
  });

  it('continues after a reload with the bundle that replaced an expired one', async () => {
    const { add, gone, storage, transfer, bundleCalls } = newBatch(bundleOf('another'));
    storage.keep(unfinished('a', 'bundle'));
    storage.keep(unfinished('b', 'another'));
    gone.add('bundle');
    await add(fileOf('a'), fileOf('b'));
    for (const name of ['a', 'b']) {
      const job = { bundleId: 'another', unfinished: { url: `/api/uploads/${name}` } };
      expect(transfer(name).job).toMatchObject(job);
    }
    expect(bundleCalls).toEqual([]);
  });

  it.each([
    ['the bundle is there', null],
    ['the bundle that was given is gone', 'given'],
  ])('stops at a refusal and makes no other bundle where %s', async (_, target) => {
    const { add, gone, transfer, state, bundleCalls } = newBatch(bundleOf('bundle'), target);
    gone.add('given');
    await add(fileOf('a'), fileOf('b'));
    const before = [...bundleCalls];
    transfer('b').refuse(expired);
    await settled();
    expect(state()).toMatchObject({ problem: 'Bundle has expired' });
    expect(bundleCalls).toEqual(before);
  });
});
