import { Button, Group, Stack, Textarea } from '@mantine/core';
import { MAX_TAKEDOWN_REASON } from '@waybill/contracts';
import { type SyntheticEvent, useState } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import {
  useRestoreMutation,
  useRestoreReportMutation,
  useTakeDownMutation,
  useTakeDownReportMutation,
} from '../admin.api.js';

/** Said of a restored report whose file stays down. */
const STAYS_DOWN = 'It was taken down for another reason too, and stays down until that is undone as well.';

/** Target of a takedown: a file, or a report, which stands for its file or for all files of its bundle. */
export interface TakedownSubject {
  readonly kind: 'file' | 'report';
  readonly id: string;
}

/** Takes files down, with a reason that their owner reads, or restores them. */
export function Takedown({
  subject,
  isTakenDown,
  suggestedReason = '',
  children,
}: {
  subject: TakedownSubject;
  isTakenDown: boolean;
  suggestedReason?: string;
  /** Further actions beside the button. */
  children?: React.ReactNode;
}) {
  // False once the form was closed.
  const [isAsking, setAsking] = useState<boolean>();
  const [restoreFile, ofFile] = useRestoreMutation();
  const [restoreReport, ofReport] = useRestoreReportMutation();
  if (isAsking)
    return <ReasonForm subject={subject} suggestedReason={suggestedReason} onEnd={() => setAsking(false)} />;

  const onRestore = async () => {
    const restore = subject.kind === 'file' ? restoreFile : restoreReport;
    const { data, error } = await restore(subject.id);
    if (error) showFailureToast(sentenceOf(error, 'It could not be restored.'));
    else if ('file' in data && data.file.takenDown) showFailureToast(STAYS_DOWN);
    else showSuccessToast('It is available again', timings.accountToast);
  };
  return (
    <Group gap="sm">
      {isTakenDown ? (
        <Button
          size="xs"
          variant="default"
          autoFocus={isAsking === false}
          loading={ofFile.isLoading || ofReport.isLoading}
          onClick={() => void onRestore()}
        >
          Restore
        </Button>
      ) : (
        <Button
          size="xs"
          variant="light"
          color="red"
          autoFocus={isAsking === false}
          onClick={() => setAsking(true)}
        >
          Take down
        </Button>
      )}
      {children}
    </Group>
  );
}

function ReasonForm({
  subject,
  suggestedReason,
  onEnd,
}: {
  subject: TakedownSubject;
  suggestedReason: string;
  onEnd: () => void;
}) {
  const [reason, setReason] = useState(suggestedReason);
  const [takeDownFile, ofFile] = useTakeDownMutation();
  const [takeDownReport, ofReport] = useTakeDownReportMutation();
  const { isLoading, error } = subject.kind === 'file' ? ofFile : ofReport;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const takeDown = subject.kind === 'file' ? takeDownFile : takeDownReport;
    const { error: problem } = await takeDown({ id: subject.id, reason });
    if (problem) return;
    showSuccessToast('It was taken down', timings.accountToast);
    onEnd();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Textarea
          label="Reason"
          description="The owner reads it."
          value={reason}
          maxLength={MAX_TAKEDOWN_REASON}
          autosize
          autoFocus
          minRows={2}
          error={error && sentenceOf(error, 'It could not be taken down.')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button size="xs" color="red" type="submit" loading={isLoading}>
            Take down now
          </Button>
          <Button size="xs" variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
