import { IconAlertTriangle } from '@tabler/icons-react';
import { type FileView, type PlanId, uiMessages } from '@waybill/contracts';
import { Suspense, useCallback, useReducer, useState } from 'react';
import { safeLocalStorage, safeSessionStorage } from '../../../lib/access/safe-storage.js';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { lazyPart } from '../../../lib/lazy-part.js';
import type { BatchResult } from '../batch-state.js';
import { usePastedFiles } from '../hooks/use-pasted-files.js';
import { useUpload } from '../hooks/use-upload.js';
import { unfinishedBundlesKey, unfinishedUploadsKey } from '../unfinished-uploads-key.js';
import { uploadResultsKey } from '../upload-results-key.js';
import { DropZone } from './drop-zone.js';
import { UploadDrop } from './upload-drop.js';
import { UploadSummary } from './upload-summary.js';
import classes from './upload-box.module.css';

const loadProgress = () => import('./upload-progress.js');
const loadResult = () => import('./upload-result.js');
const loadChoice = () => import('../choose-files.js');
/** Loads the code that an upload needs in the box, which is not part of the first page. */
const loadScreens = () => Promise.all([loadProgress(), loadResult(), loadChoice()]);

const UploadProgress = lazyPart(async () => (await loadProgress()).UploadProgress);
const InterruptedUploads = lazyPart(
  async () => (await import('./interrupted-uploads.js')).InterruptedUploads,
);
const UploadResult = lazyPart(async () => (await loadResult()).UploadResult);

/**
 * Accepts dropped, chosen and pasted files and folders; the upload starts immediately (spec §4).
 * `sender`: the user, null without an account. `own`: the user's files, for the plan's limit.
 * `isCompact`: smaller variant for pages with other main content. `targetBundleId`: a bundle that gets the files.
 * `onUploaded` runs after the whole upload. The box shows the links itself, except for one file or `targetBundleId`.
 * After another page or a reload it shows them below the empty box, until the user hides them.
 */
export function UploadBox({
  sender,
  plan,
  own,
  isCompact = false,
  targetBundleId = null,
  onUploaded,
}: {
  sender: { readonly id: string; readonly name: string } | null;
  plan: PlanId;
  own: readonly FileView[];
  isCompact?: boolean;
  targetBundleId?: string | null;
  onUploaded: (result: BatchResult) => void;
}) {
  const account = sender?.id ?? null;
  /** Whether an upload has ended since this page was opened, and its links take the place of the empty box. */
  const [isDone, setIsDone] = useState(false);
  const finish = useCallback(
    (result: BatchResult) => {
      setIsDone(true);
      onUploaded(result);
    },
    [onUploaded],
  );
  const { state, add, preload, controls } = useUpload({ account, targetBundleId }, finish, loadScreens);
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const limits = usePlanLimits(plan);
  const [problem, setProblem] = useState<string | null>(null);
  const items = state?.items;
  const isNewUpload = targetBundleId === null;
  const hasInterrupted =
    isNewUpload &&
    [unfinishedUploadsKey(account), unfinishedBundlesKey(account)].some(
      (key) => safeLocalStorage.read(key) !== null,
    );
  const hasResults = isNewUpload && safeSessionStorage.read(uploadResultsKey(account)) !== null;

  const take = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) {
        setProblem(uiMessages.uploadEmptyFolder);
        return;
      }
      const start = async () => {
        const { chooseFiles } = await loadChoice();
        const destination = { account, targetBundleId };
        const { accepted, problem: refusal } = chooseFiles(files, items ?? [], own, limits, destination);
        setProblem(refusal);
        if (accepted.length === 0) return;
        await add(accepted);
      };
      start().catch(() => setProblem(uiMessages.uploadClientFailed));
    },
    [own, items, limits, account, targetBundleId, add],
  );

  usePastedFiles(take, state?.step !== 'finishing');

  const content = () => {
    if (state) {
      return (
        <UploadDrop onFiles={take}>
          <UploadProgress batch={state} controls={controls} />
        </UploadDrop>
      );
    }
    if (hasResults && isDone) {
      return (
        <UploadDrop onFiles={take}>
          <UploadResult account={account} button="Upload more" onForgotten={() => setIsDone(false)} />
        </UploadDrop>
      );
    }
    return (
      <>
        <DropZone plan={plan} onFiles={take} onIntent={preload} />
        <Suspense>{hasInterrupted && <InterruptedUploads account={account} />}</Suspense>
        <Suspense>
          {hasResults && (
            <UploadResult account={account} button="Hide these links" onForgotten={renderAgain} />
          )}
        </Suspense>
      </>
    );
  };

  return (
    <section
      className={classes.slip}
      data-compact={isCompact || undefined}
      aria-label="Upload files"
      // Gets the focus of buttons that go away with an upload.
      tabIndex={-1}
    >
      {!isCompact && <UploadSummary sender={sender?.name ?? null} plan={plan} />}
      <Suspense fallback={<div className={classes.panel} />}>{content()}</Suspense>
      {problem && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
          {problem}
        </p>
      )}
    </section>
  );
}
