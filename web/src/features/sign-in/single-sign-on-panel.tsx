import { Alert, Button, Divider, Group, PasswordInput, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { SignInMethods } from '@waybill/contracts';
import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../components/ui/error-state.js';
import { FormError } from '../../components/ui/form-error.js';
import { isApiError, sentenceOf } from '../../lib/api/api-error.js';
import { useConfig } from '../../lib/config/config.api.js';
import { formatDateTime } from '../../lib/format/date.js';
import {
  useConnectSingleSignOnMutation,
  useDisconnectSingleSignOnMutation,
  useGetSignInMethodsQuery,
} from './sign-in.api.js';

/** Connects the account with the provider of single sign-on. Renders nothing if no provider is set. */
export function SingleSignOnPanel() {
  const { singleSignOn } = useConfig();
  const { data, error, refetch } = useGetSignInMethodsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [search] = useSearchParams();
  const message = search.get('message');
  if (!singleSignOn) return null;
  return (
    <>
      <Divider />
      <Stack component="section" aria-labelledby="single-sign-on">
        <div>
          <Title order={2} id="single-sign-on" fz="h3">
            {singleSignOn.name}
          </Title>
          <Text size="sm" c="dimmed">
            Log in to Waybill with your account there.
          </Text>
        </div>
        {message && (
          <Alert role="status" color="red">
            {message}
          </Alert>
        )}
        {!data && error && (
          <ErrorState
            message={sentenceOf(error, 'Single sign-on could not be loaded')}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton height={60} role="status" aria-label="Loading single sign-on" />}
        {data?.singleSignOn && <Connected methods={data} />}
        {data && !data.singleSignOn && <Connect name={singleSignOn.name} />}
      </Stack>
    </>
  );
}

function Connected({ methods: { singleSignOn, hasPassword } }: { methods: SignInMethods }) {
  const [disconnect, { error, isLoading }] = useDisconnectSingleSignOnMutation();
  return (
    <>
      <FormError message={error && sentenceOf(error)} />
      <Text size="sm">
        Connected since {formatDateTime(singleSignOn?.connectedAt ?? '')}.
        {singleSignOn?.lastUsedAt && ` Last used ${formatDateTime(singleSignOn.lastUsedAt)}.`}
        {!hasPassword && ' To disconnect it, set a password first.'}
      </Text>
      {hasPassword && (
        <Group>
          <Button variant="default" loading={isLoading} onClick={() => void disconnect()}>
            Disconnect
          </Button>
        </Group>
      )}
    </>
  );
}

/** Asks for the password only where the last log-in is not recent. */
function Connect({ name }: { name: string }) {
  const [connect, { error, isLoading }] = useConnectSingleSignOnMutation();
  const [password, setPassword] = useState<string>();
  const needsPassword = isApiError(error) && error.code === 'auth.recent-log-in-required';

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const answer = await connect({ password });
    if (answer.data) window.location.assign(answer.data.url);
    else if (isApiError(answer.error) && answer.error.code === 'auth.recent-log-in-required') setPassword('');
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={error && !needsPassword ? sentenceOf(error) : undefined} />
        {password !== undefined && (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" variant="light" loading={isLoading}>
            Connect {name}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
