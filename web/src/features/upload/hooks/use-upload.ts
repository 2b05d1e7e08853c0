import type { Uploaded } from '@waybill/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sendFile } from '../transfer.js';
import { type BatchState, UploadBatch } from '../upload-batch.js';

export interface Upload {
  /** Null without an upload. */
  readonly state: BatchState | null;
  readonly start: (files: readonly File[]) => void;
  readonly remove: (key: number) => void;
  readonly retry: () => void;
  readonly cancel: () => void;
}

/**
 * Runs one batch at a time (spec §4). Keeps the files out of the store; leaving the page cancels the upload.
 * `onDone` runs once all files that were not cancelled are uploaded and at least 3 s have passed.
 */
export function useUpload(onDone: (uploaded: Uploaded) => void): Upload {
  const [state, setState] = useState<BatchState | null>(null);
  const batch = useRef<UploadBatch>(null);

  const start = useCallback(
    (files: readonly File[]) => {
      batch.current?.end();
      batch.current = new UploadBatch(files, sendFile, {
        onChange: setState,
        onDone: (uploaded) => {
          setState(null);
          onDone(uploaded);
        },
      });
      void batch.current.run();
    },
    [onDone],
  );

  useEffect(() => () => batch.current?.end(), []);
  useLeaveWarning(state?.step === 'sending');

  return {
    state,
    start,
    remove: useCallback((key) => batch.current?.remove(key), []),
    retry: useCallback(() => batch.current?.retry(), []),
    cancel: useCallback(() => batch.current?.cancel(), []),
  };
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
