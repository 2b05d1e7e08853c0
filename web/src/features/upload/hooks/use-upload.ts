import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BatchResult, BatchState } from '../batch-state.js';
import type { OutgoingFile } from '../outgoing-file.js';
import { loadTransfers } from '../load-transfers.js';
import type { UploadBatch } from '../upload-batch.js';
import type { UploadControls } from '../upload-controls.js';

export interface Upload {
  /** Null without an upload. */
  readonly state: BatchState | null;
  /** Adds files to the upload, or begins one. Rejects when the code for it cannot be loaded. */
  readonly add: (files: readonly OutgoingFile[]) => Promise<void>;
  /** Loads the code of an upload ahead, when somebody is about to choose files. */
  readonly preload: () => void;
  readonly controls: UploadControls;
}

/**
 * Runs one batch at a time (spec §4). Keeps the files out of the store; leaving the page stops the upload, which can be
 * resumed. `account`: id of the user, or null. `targetBundleId`: a bundle that gets the files.
 * `loadScreens` loads the code of the screens of an upload.
 * `onDone` runs once all files that were not cancelled are uploaded and at least 3 s have passed.
 */
export function useUpload(
  { account, targetBundleId }: { account: string | null; targetBundleId: string | null },
  onDone: (result: BatchResult) => void,
  loadScreens: () => Promise<unknown>,
): Upload {
  const [state, setState] = useState<BatchState | null>(null);
  const batch = useRef<UploadBatch>(null);

  const isShown = useRef(true);

  const add = useCallback(
    async (files: readonly OutgoingFile[]) => {
      const { UploadBatch, UnfinishedUploads, uploadBundles, requireSameAccount, keepResult } =
        await loadUpload(loadScreens);
      if (!isShown.current) return;
      const own: UploadBatch =
        batch.current ??
        new UploadBatch({
          targetBundleId,
          storage: new UnfinishedUploads(account),
          bundles: uploadBundles,
          load: loadTransfers,
          requireSameAccount: () => requireSameAccount(account),
          onChange: (next) => {
            // A cancelled batch reports once more when the bundle is there that it was making.
            if (batch.current !== own) return;
            if (next === null) batch.current = null;
            setState(next);
          },
          onDone: (result) => {
            batch.current = null;
            if (targetBundleId === null) keepResult(account, result);
            setState(null);
            onDone(result);
          },
        });
      batch.current = own;
      own.add(files);
    },
    [account, targetBundleId, onDone, loadScreens],
  );

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      batch.current?.end();
    };
  }, []);

  const controls = useMemo<UploadControls>(
    () => ({
      remove: (key) => batch.current?.remove(key),
      retry: (key) => batch.current?.retry(key),
      pause: (key) => batch.current?.pause(key),
      resume: (key) => batch.current?.resume(key),
      cancel: () => batch.current?.cancel(),
      choose: (choice) => batch.current?.choose(choice),
    }),
    [],
  );
  const preload = useCallback(() => {
    // Ignore a failed preload: choosing files loads the code again, and shows the failure.
    loadUpload(loadScreens).catch(() => undefined);
  }, [loadScreens]);
  return { state, add, preload, controls };
}

/** Loads all code of an upload, its screens included, so that they can be shown once the network is lost. */
async function loadUpload(loadScreens: () => Promise<unknown>) {
  const [batch, bundles, unfinished, account, results] = await Promise.all([
    import('../upload-batch.js'),
    import('../upload-bundle.js'),
    import('../unfinished-uploads.js'),
    import('../same-account.js'),
    import('../upload-results.js'),
    loadScreens(),
    loadTransfers(),
  ]);
  return { ...batch, ...bundles, ...unfinished, ...account, ...results };
}
