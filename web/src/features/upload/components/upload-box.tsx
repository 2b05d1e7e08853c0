import { Alert, Button, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconAlertTriangle, IconFileUpload } from '@tabler/icons-react';
import { type PlanId, planLimits, type Uploaded } from '@waybill/contracts';
import { useCallback, useRef, useState } from 'react';
import { formatSize } from '../../../lib/format/size.js';
import { usePastedFiles } from '../hooks/use-pasted-files.js';
import { useUpload } from '../hooks/use-upload.js';
import { screenSelection } from '../selection.js';
import { SlipHeader } from './slip-header.js';
import { UploadFailed } from './upload-failed.js';
import { UploadProgress } from './upload-progress.js';
import classes from './upload-box.module.css';

/**
 * Drop, choose or paste files; the upload starts by itself (spec §4).
 * `sender`: the person's name, null without an account. `existing`: files they already have, for the plan's limit.
 * `isCompact`: where the box is not what the page is about. `onUploaded` runs when all is done.
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
  const { state, start, cancel } = useUpload(onUploaded);
  const [problem, setProblem] = useState<string | null>(null);
  const openPicker = useRef<() => void>(null);

  const take = useCallback(
    (files: File[]) => {
      if (files.length === 0) return;
      const selection = screenSelection(files, existing, plan);
      setProblem(selection.problem);
      if (selection.accepted.length > 0) start(selection.accepted);
    },
    [existing, plan, start],
  );

  usePastedFiles(take, state.step !== 'sending');

  return (
    <section className={classes.slip} data-compact={isCompact || undefined} aria-label="Upload files">
      {!isCompact && <SlipHeader sender={sender} plan={plan} />}
      {state.step === 'sending' && <UploadProgress files={state.files} pace={state.pace} onCancel={cancel} />}
      {state.step === 'failed' && (
        <UploadFailed message={state.message} onRetry={() => start(state.files)} onCancel={cancel} />
      )}
      {state.step === 'idle' && (
        <Dropzone
          onDrop={take}
          openRef={openPicker}
          activateOnClick={false}
          activateOnKeyboard={false}
          enablePointerEvents
          multiple
          classNames={{ root: classes.zone, inner: classes.inner }}
          inputProps={{ 'aria-label': 'Files to upload' }}
          onClick={() => openPicker.current?.()}
        >
          <div className={classes.invitation}>
            <span className={classes.icon}>
              <IconFileUpload size={34} stroke={1.5} aria-hidden />
            </span>
            <Text fw={600} fz="lg">
              Drop files here
            </Text>
            <Button
              onClick={(event) => {
                event.stopPropagation();
                openPicker.current?.();
              }}
            >
              Choose files
            </Button>
            <Text c="dimmed" size="sm">
              or paste them. Up to {formatLimit(plan)} each.
            </Text>
          </div>
        </Dropzone>
      )}
      {problem && (
        <Alert color="orange" icon={<IconAlertTriangle />} role="alert" mt="sm">
          {problem}
        </Alert>
      )}
    </section>
  );
}

function formatLimit(plan: PlanId): string {
  return formatSize(planLimits[plan].maxFileSize).replace('.00', '');
}
