import type { Uploaded } from '@waybill/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { sendFile } from '../transfer.js';
import { type BatchState, UploadBatch } from '../upload-batch.js';

export interface Upload {
  /** Null while nothing is on its way. */
  readonly state: BatchState | null;
  readonly start: (files: readonly File[]) => void;
  readonly remove: (key: number) => void;
  readonly retry: () => void;
  readonly cancel: () => void;
}

/**
 * One batch at a time (spec §4). The files live here and not in the store, and go with the page: leaving it cuts the
 * upload off. `onDone` runs when what was not called off has arrived and at least 3 s have passed since the start.
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

/** Has the browser ask before a tab with an upload under way is closed. */
function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}
