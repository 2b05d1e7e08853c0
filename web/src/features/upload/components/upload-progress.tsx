import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatSize, uiMessages } from '@waybill/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { ParcelProgress } from '../../../components/ui/parcel-progress.js';
import { formatDuration, plural } from '../../../lib/format/duration.js';
import { passFocusToList, takeLostFocus } from '../../../lib/pass-focus.js';
import type { BatchState, LinkChoice } from '../batch-state.js';
import { useLeaveWarning } from '../hooks/use-leave-warning.js';
import type { UploadControls } from '../upload-controls.js';
import { isUnderWay, type UploadItem } from '../upload-item.js';
import { UploadedFile } from './uploaded-file.js';
import classes from './upload-box.module.css';

/** Maximum number of rows. With more files, the sent and the waiting ones are left out. */
const MAX_ROWS = 100;

/** Progress of an upload: share, speed, time left; or the error with retry and cancel. */
export function UploadProgress({ batch, controls }: { batch: BatchState; controls: UploadControls }) {
  const { step, items, pace } = batch;
  useLeaveWarning(step !== 'stopped');
  const heading = useRef<HTMLParagraphElement>(null);
  const sent = items.filter((item) => item.step === 'sent').length;
  const problem = step === 'stopped' ? problemOf(batch) : null;
  const remove = useCallback(
    (key: number) => {
      controls.remove(key);
      // The focused button disappeared with its row: move the focus to the heading.
      heading.current?.focus();
    },
    [controls],
  );
  // The button that chose the files is gone.
  useEffect(() => takeLostFocus(heading.current), []);
  const rows = rowsOf(items);
  return (
    <Stack ref={passFocusToList} className={classes.panel} gap="md">
      <Group justify="space-between" align="baseline" gap="xs" wrap="nowrap">
        <Text fw={600} fz="lg" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {step === 'stopped' ? 'The upload stopped' : `Uploading ${plural(items.length, 'file')}`}
        </Text>
        <Text fw={600} ff="monospace">
          {Math.floor(pace.fraction * 100)}%
        </Text>
      </Group>
      <ParcelProgress progress={pace.fraction} label="Upload progress" />
      {problem !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert" title={problem}>
          <Button size="xs" color="red" variant="filled" onClick={() => controls.retry()} mt={4}>
            Try again
          </Button>
        </Alert>
      )}
      {batch.choice !== null && <LinkChoiceControl choice={batch.choice} onChoose={controls.choose} />}
      <ul className={classes.files} aria-label="Files">
        {rows.map((item) => (
          <UploadedFile
            key={item.key}
            item={item}
            controls={controls}
            // With one file, the button below cancels it.
            onRemove={items.length === 1 ? null : remove}
            isSaid={item.notice === problem}
          />
        ))}
      </ul>
      {rows.length < items.length && (
        <Text size="sm" c="dimmed">
          {`${sent.toLocaleString()} of ${plural(items.length, 'file')} sent`}
        </Text>
      )}
      <Group justify="space-between" mih={30}>
        <Text size="sm" c="dimmed" role={isOffline(items) ? 'status' : undefined}>
          {step === 'stopped' ? describeStop(sent, items.length) : describePace(batch)}
        </Text>
        {step !== 'finishing' && (
          <Group gap="xs">
            {items.length > 1 && <PauseAll items={items} controls={controls} />}
            <Button variant="default" size="xs" onClick={controls.cancel}>
              {cancelWords(step === 'stopped', sent)}
            </Button>
          </Group>
        )}
      </Group>
    </Stack>
  );
}

function LinkChoiceControl({
  choice,
  onChoose,
}: {
  choice: LinkChoice;
  onChoose: (choice: LinkChoice) => void;
}) {
  return (
    <SegmentedControl
      aria-label="Links"
      value={choice}
      onChange={onChoose}
      data={[
        { value: 'one', label: 'One link for all' },
        { value: 'each', label: 'One for each' },
      ]}
    />
  );
}

function PauseAll({ items, controls }: { items: readonly UploadItem[]; controls: UploadControls }) {
  const isPausable = items.some(isUnderWay);
  const isPaused = items.some(({ step }) => step === 'paused');
  if (!isPausable && !isPaused) return null;
  return (
    <Button variant="default" size="xs" onClick={() => (isPausable ? controls.pause() : controls.resume())}>
      {isPausable ? 'Pause all' : 'Resume all'}
    </Button>
  );
}

function rowsOf(items: readonly UploadItem[]): readonly UploadItem[] {
  if (items.length <= MAX_ROWS) return items;
  return items.filter(({ step }) => step !== 'sent' && step !== 'waiting').slice(0, MAX_ROWS);
}

/** Message for a stopped batch: the problem of the whole batch, or else that of its failed files. */
function problemOf({ problem, items }: BatchState): string {
  const failed = items.filter(({ step }) => step === 'failed');
  if (problem !== null || failed.length === 0) return problem ?? uiMessages.uploadFailed;
  if (failed.length === 1) return failed[0]?.notice ?? uiMessages.uploadFailed;
  return `${plural(failed.length, 'file')} could not be sent`;
}

function isOffline(items: readonly UploadItem[]): boolean {
  return items.some(({ step }) => step === 'lost');
}

/** Label of the cancel button. Uploaded files are kept, so cancelling the rest continues with them. */
function cancelWords(hasStopped: boolean, sent: number): string {
  if (sent > 0) return hasStopped ? `Go on with ${plural(sent, 'file')}` : 'Cancel the rest';
  return hasStopped ? 'Choose other files' : 'Cancel';
}

function describeStop(sent: number, all: number): string {
  return all === 1 ? '' : `${sent} of ${plural(all, 'file')} arrived`;
}

function describePace({ step, items, pace: { fraction, speed, secondsLeft } }: BatchState): string {
  if (step === 'finishing' || fraction >= 1) return 'Finishing…';
  const moving = items.filter((item) => isUnderWay(item) || item.step === 'waiting');
  if (moving.length === 0) return 'Paused. What was sent is kept for 24 hours.';
  if (isOffline(items) && moving.every((item) => item.step !== 'sending')) return uiMessages.uploadLost;
  if (speed === null || secondsLeft === null) return 'Starting…';
  return `${formatSize(Math.round(speed))}/s · ${formatDuration(secondsLeft)} left`;
}
