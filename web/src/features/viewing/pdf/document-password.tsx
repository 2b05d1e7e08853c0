import { Button, Group, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';

/** Form for the password of the document itself. */
export function DocumentPassword({
  error,
  note,
  onSubmit,
  onCancel,
}: {
  /** Why the last password did not open the document; null before the first one. */
  error: string | null;
  /** Use of the password, below the field. */
  note?: string;
  onSubmit: (password: string) => void;
  onCancel: () => void;
}) {
  const [password, setPassword] = useState('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    onSubmit(password);
  }

  return (
    <Paper p="lg" maw={420} mx="auto" my="xl" w="calc(100% - 32px)">
      <form onSubmit={submit}>
        <Stack>
          <Text fw={600}>This document has a password</Text>
          <PasswordInput
            label="Password of the document"
            description={note}
            autoComplete="off"
            // The form is shown anew after a wrong password.
            autoFocus={error !== null}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={error}
          />
          <Group justify="flex-end" wrap="wrap-reverse">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" disabled={password === ''}>
              Open document
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
