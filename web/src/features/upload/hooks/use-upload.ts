import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BatchResult, BatchState, LinkChoice } from '../batch-state.js';
import type { OutgoingFile } from '../outgoing-file.js';
import { requireSameAccount } from '../same-account.js';
import { loadTransfers } from '../transfer.js';
import { UnfinishedUploads } from '../unfinished-uploads.js';
import type { UploadBatch } from '../upload-batch.js';

/** What can be done with the files of an upload. */
export interface UploadControls {
  readonly remove: (key: number) => void;
  /** Without a key: all files. */
  readonly retry: (key?: number) => void;
  readonly pause: (key?: number) => void;
  readonly resume: (key?: number) => void;
  readonly cancel: () => void;
  readonly choose: (choice: LinkChoice) => void;
}

export interface Upload {
  /** Null without an upload. */
  readonly state: BatchState | null;
  /** Adds files to the upload, or begins one. Rejects when the code for it cannot be loaded. */
  readonly add: (files: readonly OutgoingFile[]) => Promise<void>;
  readonly controls: UploadControls;
}

/**
 * Runs one batch at a time (spec §4). Keeps the files out of the store; leaving the page stops the upload, which can be
 * resumed. `account`: id of the user, or null.
 * `onDone` runs once all files that were not cancelled are uploaded and at least 3 s have passed.
 */
export function useUpload(account: string | null, onDone: (result: BatchResult) => void): Upload {
  const [state, setState] = useState<BatchState | null>(null);
  const batch = useRef<UploadBatch>(null);

  const isShown = useRef(true);

  const add = useCallback(
    async (files: readonly OutgoingFile[]) => {
      const { UploadBatch, uploadBundles } = await loadUpload();
      if (!isShown.current) return;
      batch.current ??= new UploadBatch({
        storage: new UnfinishedUploads(account),
        bundles: uploadBundles,
        load: loadTransfers,
        requireSameAccount: () => requireSameAccount(account),
        onChange: (next) => {
          if (next === null) batch.current = null;
          setState(next);
        },
        onDone: (result) => {
          batch.current = null;
          setState(null);
          onDone(result);
        },
      });
      batch.current.add(files);
    },
    [account, onDone],
  );

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      batch.current?.end();
    };
  }, []);
  useLeaveWarning(state?.step === 'sending');

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
  return { state, add, controls };
}

/** Loads what only an upload needs, its screens included, so that nothing is missing once the network is lost. */
async function loadUpload() {
  const [batch, bundles] = await Promise.all([
    import('../upload-batch.js'),
    import('../upload-bundle.js'),
    import('../components/upload-progress.js'),
    import('../components/upload-result.js'),
  ]);
  return { ...batch, ...bundles };
}

/** Asks for confirmation before a tab with a running upload is closed. */
function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}
