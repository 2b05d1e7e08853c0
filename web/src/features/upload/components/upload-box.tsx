import { IconAlertTriangle } from '@tabler/icons-react';
import type { PlanId, Uploaded } from '@waybill/contracts';
import { useCallback, useState } from 'react';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { usePastedFiles } from '../hooks/use-pasted-files.js';
import { useUpload } from '../hooks/use-upload.js';
import { screenSelection } from '../selection.js';
import { DropZone } from './drop-zone.js';
import { UploadSummary } from './upload-summary.js';
import { UploadProgress } from './upload-progress.js';
import classes from './upload-box.module.css';

/**
 * Accepts dropped, chosen and pasted files; the upload starts at once (spec §4).
 * `sender`: user name, null without an account. `existing`: number of the user's files, for the plan's limit.
 * `isCompact`: smaller variant for pages with other main content. `onUploaded` runs after the whole upload.
 */
export function UploadBox({
  sender,
  plan,
  existing,
  isCompact = false,
  onUploaded,
}: {
  sender: string | null;
  plan: PlanId;
  existing: number;
  isCompact?: boolean;
  onUploaded: (uploaded: Uploaded) => void;
}) {
  const upload = useUpload(onUploaded);
  const { state, start } = upload;
  const limits = usePlanLimits(plan);
  const [problem, setProblem] = useState<string | null>(null);

  const take = useCallback(
    (files: File[]) => {
      if (files.length === 0) return;
      const selection = screenSelection(files, existing, limits);
      setProblem(selection.problem);
      if (selection.accepted.length > 0) start(selection.accepted);
    },
    [existing, limits, start],
  );

  usePastedFiles(take, state === null);

  return (
    <section className={classes.slip} data-compact={isCompact || undefined} aria-label="Upload files">
      {!isCompact && <UploadSummary sender={sender} plan={plan} />}
      {state ? (
        <UploadProgress
          batch={state}
          onRemove={upload.remove}
          onRetry={upload.retry}
          onCancel={upload.cancel}
        />
      ) : (
        <DropZone plan={plan} onFiles={take} />
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={20} stroke={1.7} aria-hidden />
          {problem}
        </p>
      )}
    </section>
  );
}
