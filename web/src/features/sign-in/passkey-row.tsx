import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { PasskeyView } from '@waybill/contracts';
import { type SubmitEvent, useState } from 'react';
import { RemovalQuestion } from '../../components/ui/removal-question.js';
import { useRemovalQuestion } from '../../components/ui/use-removal-question.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDateTime } from '../../lib/format/date.js';
import { passFocusToList } from '../../lib/pass-focus.js';
import { showFailureToast } from '../../lib/toast.js';
import { useRemovePasskeyMutation, useRenamePasskeyMutation } from './sign-in.api.js';

/** One passkey with its last use, to rename and remove. */
export function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const [remove, { isLoading }] = useRemovePasskeyMutation();
  // False once the form was closed.
  const [isRenaming, setRenaming] = useState<boolean>();
  const { opener, isAsking, toggle, keep } = useRemovalQuestion();

  async function run() {
    const { error } = await remove(passkey.id);
    if (error) showFailureToast(sentenceOf(error));
  }

  if (isRenaming) return <Rename passkey={passkey} onDone={() => setRenaming(false)} />;
  return (
    <Stack component="li" ref={passFocusToList} gap="xs">
      <Group justify="space-between" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {passkey.name}
          </Text>
          <Text size="sm" c="dimmed">
            Added {formatDateTime(passkey.createdAt)} ·{' '}
            {passkey.lastUsedAt ? `Last used ${formatDateTime(passkey.lastUsedAt)}` : 'Not used yet'}
            {passkey.isSynced && ' · On all your devices'}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            variant="subtle"
            size="xs"
            autoFocus={isRenaming === false}
            onClick={() => setRenaming(true)}
            aria-label={`Rename ${passkey.name}`}
          >
            Rename
          </Button>
          <Button
            variant="default"
            size="xs"
            ref={opener}
            aria-expanded={isAsking}
            onClick={toggle}
            aria-label={`Remove ${passkey.name}`}
          >
            Remove
          </Button>
        </Group>
      </Group>
      {isAsking && (
        <RemovalQuestion
          question="You will no longer log in with it."
          button="Remove"
          size="xs"
          isBusy={isLoading}
          onConfirm={() => void run()}
          onKeep={keep}
        />
      )}
    </Stack>
  );
}

function Rename({ passkey, onDone }: { passkey: PasskeyView; onDone: () => void }) {
  const [rename, { error, isLoading }] = useRenamePasskeyMutation();
  const [name, setName] = useState(passkey.name);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if ((await rename({ id: passkey.id, name })).data) onDone();
  }

  return (
    <li>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name of the passkey"
            autoComplete="off"
            autoFocus
            value={name}
            error={error && sentenceOf(error)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={isLoading}>
            Save
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </form>
    </li>
  );
}
