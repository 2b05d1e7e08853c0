import { Button, Group, PasswordInput, Skeleton, Stack, Text } from '@mantine/core';
import { accountMessages, uiMessages } from '@waybill/contracts';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { ErrorState } from '../../components/ui/error-state.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { useGetSignInMethodsQuery, useSetFirstPasswordMutation } from './sign-in.api.js';

/** Shows `children`, or a form for the first password if the account has none, as after single sign-on. */
export function PasswordPanel({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useGetSignInMethodsQuery();
  if (data) return data.hasPassword ? children : <FirstPassword />;
  // Without an answer it is unknown which of the two forms the account needs.
  if (!error) return <Skeleton height={240} role="status" aria-label="Loading password form" />;
  return <ErrorState message={sentenceOf(error, uiMessages.userLoadFailed)} onRetry={() => void refetch()} />;
}

function FirstPassword() {
  const [set, { error, isLoading }] = useSetFirstPasswordMutation();
  const [password, setPassword] = useState('');

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const { data } = await set({ new_password: password });
    if (data) showSuccessToast(data.message, timings.accountToast);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm">
          Your account has no password yet. With one you can log in without single sign-on, turn two-step
          log-in on, and delete your account.
        </Text>
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          description="At least 8 characters."
          value={password}
          error={error && sentenceOf(error, accountMessages.passwordChangeFailed)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" loading={isLoading}>
            Set password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
