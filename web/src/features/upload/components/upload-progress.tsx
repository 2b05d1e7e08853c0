import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef } from 'react';
import { ParcelProgress } from '../../../components/ui/parcel-progress.js';
import { formatDuration, plural } from '../../../lib/format/duration.js';
import { formatSize } from '../../../lib/format/size.js';
import type { BatchState } from '../upload-batch.js';
import { UploadedFile } from './uploaded-file.js';
import classes from './upload-box.module.css';

/** Progress of an upload: share, speed, time left; or the error with retry and cancel. */
export function UploadProgress({
  batch,
  onRemove,
  onRetry,
  onCancel,
}: {
  batch: BatchState;
  onRemove: (key: number) => void;
  onRetry: () => void;
  onCancel: () => void;
}) {
  const { step, pieces, pace, problem } = batch;
  const heading = useRef<HTMLParagraphElement>(null);
  const sent = pieces.filter((piece) => piece.step === 'sent').length;
  return (
    <Stack className={classes.panel} gap="md">
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Text fw={600} fz="lg" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {step === 'stopped' ? 'The upload stopped' : `Uploading ${plural(pieces.length, 'file')}`}
        </Text>
        <Text fw={600} ff="monospace">
          {Math.floor(pace.fraction * 100)}%
        </Text>
      </Group>
      <ParcelProgress progress={pace.fraction} label="Upload progress" />
      {problem !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert" title={problem}>
          <Button size="xs" color="red" variant="filled" onClick={onRetry} mt={4}>
            Try again
          </Button>
        </Alert>
      )}
      <ul className={classes.files} aria-label="Files">
        {pieces.map((piece) => (
          <UploadedFile
            key={piece.key}
            piece={piece}
            onRemove={
              // With one file, the button below cancels it.
              pieces.length === 1
                ? undefined
                : () => {
                    onRemove(piece.key);
                    // The removed item had the focus. Move it to the top of the list.
                    heading.current?.focus();
                  }
            }
          />
        ))}
      </ul>
      <Group justify="space-between" mih={30}>
        <Text size="sm" c="dimmed">
          {step === 'stopped' ? describeStop(sent, pieces.length) : describePace(batch)}
        </Text>
        {step !== 'finishing' && (
          <Button variant="default" size="xs" onClick={onCancel}>
            {cancelWords(step === 'stopped', sent)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Label of the cancel button. Uploaded files are kept, so cancelling the rest continues with them. */
function cancelWords(hasStopped: boolean, sent: number): string {
  if (sent > 0) return hasStopped ? `Go on with ${plural(sent, 'file')}` : 'Cancel the rest';
  return hasStopped ? 'Choose other files' : 'Cancel';
}

function describeStop(sent: number, all: number): string {
  return all === 1 ? '' : `${sent} of ${plural(all, 'file')} arrived`;
}

function describePace({ step, pace: { fraction, speed, secondsLeft } }: BatchState): string {
  if (step === 'finishing' || fraction >= 1) return 'Finishing…';
  if (speed === null || secondsLeft === null) return 'Starting…';
  return `${formatSize(Math.round(speed))}/s · ${formatDuration(secondsLeft)} left`;
}
