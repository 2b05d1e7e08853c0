import type { BundleView } from '@waybill/contracts';
import type { BatchResult, BatchState } from '../batch-state.js';
import { UploadError } from '../transfer.js';
import { UnfinishedUploads } from '../unfinished-uploads.js';
import { UploadBatch } from '../upload-batch.js';
import type { ArrivedFile, UploadBundles } from '../upload-bundle.js';
import { FakeTransfers } from './fake-transfers.js';

/** Waits until pending promises and timers without delay have run. */
export const settled = () => new Promise((done) => setTimeout(done));

/** All batches that were made. To be ended after each test. */
export const batches: UploadBatch[] = [];

/** Creates a batch whose transfers the test completes or refuses. */
export function newBatch(existing: BundleView | null = null, targetBundleId: string | null = null) {
  const transfers = new FakeTransfers();
  const states: (BatchState | null)[] = [];
  const bundleCalls: unknown[] = [];
  const done = jest.fn<undefined, [BatchResult]>();
  const storage = new UnfinishedUploads(null);
  const gone = new Set<string>();
  const requireBundle = (id: string) =>
    gone.has(id) ? Promise.reject(new UploadError('Bundle has expired', 410)) : Promise.resolve();
  const bundles: UploadBundles = {
    create: (name) => {
      bundleCalls.push(['create', name]);
      const id = ['bundle', 'another', 'third'].find((each) => !gone.has(each)) ?? '';
      return Promise.resolve({ id, name: name ?? 'Files' });
    },
    find: (id) => Promise.resolve(gone.has(id) ? null : existing),
    arrange: async (id, files: readonly ArrivedFile[]) => {
      bundleCalls.push(['arrange', id, files.map((file) => file.id)]);
      await requireBundle(id);
      return files.length;
    },
    dissolve: (id) => {
      bundleCalls.push(['dissolve', id]);
      return Promise.resolve();
    },
  };
  const batch = new UploadBatch({
    targetBundleId,
    storage,
    bundles,
    load: () => Promise.resolve(transfers.start),
    requireSameAccount: () => Promise.resolve(),
    onChange: (state) => states.push(state),
    onDone: done,
  });
  batches.push(batch);
  return {
    batch,
    storage,
    /** Ids of bundles that expired. */
    gone,
    done,
    /** Calls to the server. A test can replace them. */
    bundles,
    bundleCalls,
    add: async (...files: File[]) => {
      batch.add(files.map((file) => ({ file, path: null })));
      await settled();
    },
    sent: () => transfers.names(),
    transfer: (name: string) => transfers.of(name),
    state: () => states.at(-1),
    steps: () => states.at(-1)?.items.map(({ file, step }) => `${file.name} ${step}`),
  };
}
