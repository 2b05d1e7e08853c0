import { sentences, type Uploaded } from '@waybill/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { timings } from '../../../lib/timings.js';
import { type Pace, paceOf, remember, type Sample } from '../progress.js';
import { sendFiles, UploadError } from '../transfer.js';

/** Where an upload stands (spec §4). */
export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly files: readonly File[]; readonly pace: Pace }
  | { readonly step: 'failed'; readonly files: readonly File[]; readonly message: string };

const idle: UploadState = { step: 'idle' };

export interface Upload {
  readonly state: UploadState;
  readonly start: (files: readonly File[]) => void;
  /** Cuts the upload off, or forgets one that failed. */
  readonly cancel: () => void;
}

/**
 * One upload at a time. The files live here and not in the store, and go with the page: leaving it cuts the upload
 * off. `onDone` runs when it succeeded and at least 3 s have passed since its start.
 */
export function useUpload(onDone: (uploaded: Uploaded) => void): Upload {
  const [state, setState] = useState<UploadState>(idle);
  const running = useRef<AbortController>(null);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState(idle);
  }, []);

  const start = useCallback(
    (files: readonly File[]) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      void run(files, controller.signal, (next) => {
        if (running.current === controller) setState(next);
      }).then((uploaded) => {
        if (!uploaded || running.current !== controller) return;
        setState(idle);
        onDone(uploaded);
      });
    },
    [onDone],
  );

  useEffect(() => () => running.current?.abort(), []);
  useLeaveWarning(state.step === 'sending');

  return { state, start, cancel };
}

/** The whole of one upload; null when it failed, which `show` has then been told, or was cut off. */
async function run(
  files: readonly File[],
  signal: AbortSignal,
  show: (state: UploadState) => void,
): Promise<Uploaded | null> {
  const startedAt = performance.now();
  let samples: readonly Sample[] = [];
  show({ step: 'sending', files, pace: paceOf(samples) });
  try {
    const uploaded = await sendFiles(
      files,
      ({ sent, total }) => {
        samples = remember(samples, { at: performance.now() - startedAt, sent, total });
        show({ step: 'sending', files, pace: paceOf(samples) });
      },
      signal,
    );
    show({ step: 'sending', files, pace: { fraction: 1, speed: null, secondsLeft: null } });
    await wait(timings.uploadMinimum - (performance.now() - startedAt));
    return signal.aborted ? null : uploaded;
  } catch (error) {
    if (!signal.aborted) {
      const message = error instanceof UploadError ? error.message : sentences.uploadFailed;
      show({ step: 'failed', files, message });
    }
    return null;
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
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
