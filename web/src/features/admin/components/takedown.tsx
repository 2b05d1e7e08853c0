import { Button, Group, Stack, Textarea } from '@mantine/core';
import { MAX_TAKEDOWN_REASON } from '@waybill/contracts';
import { type SyntheticEvent, useState } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { useRestoreMutation, useTakeDownMutation } from '../admin.api.js';

/** Takes a file down, with a reason that its owner reads, or restores it. */
export function Takedown({
  fileId,
  isTakenDown,
  suggestedReason = '',
  children,
}: {
  fileId: string;
  isTakenDown: boolean;
  suggestedReason?: string;
  /** Further actions beside the button. */
  children?: React.ReactNode;
}) {
  const [isAsking, setAsking] = useState(false);
  const [restore, { isLoading }] = useRestoreMutation();
  if (isAsking)
    return <ReasonForm fileId={fileId} suggestedReason={suggestedReason} onEnd={() => setAsking(false)} />;

  const onRestore = async () => {
    const { error } = await restore(fileId);
    if (error) showFailureToast(sentenceOf(error, 'The file could not be restored.'));
    else showSuccessToast('The file is available again', timings.accountToast);
  };
  return (
    <Group gap="sm">
      {isTakenDown ? (
        <Button size="xs" variant="default" loading={isLoading} onClick={() => void onRestore()}>
          Restore
        </Button>
      ) : (
        <Button size="xs" variant="light" color="red" onClick={() => setAsking(true)}>
          Take down
        </Button>
      )}
      {children}
    </Group>
  );
}

function ReasonForm({
  fileId,
  suggestedReason,
  onEnd,
}: {
  fileId: string;
  suggestedReason: string;
  onEnd: () => void;
}) {
  const [reason, setReason] = useState(suggestedReason);
  const [takeDown, { isLoading, error }] = useTakeDownMutation();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const { error: problem } = await takeDown({ id: fileId, reason });
    if (problem) return;
    showSuccessToast('The file was taken down', timings.accountToast);
    onEnd();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Textarea
          label="Reason"
          description="The owner of the file reads it."
          value={reason}
          maxLength={MAX_TAKEDOWN_REASON}
          autosize
          minRows={2}
          error={error && sentenceOf(error, 'The file could not be taken down.')}
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
