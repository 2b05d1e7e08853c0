import { Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ErrorState } from '../../components/ui/error-state.js';
import { FormError } from '../../components/ui/form-error.js';
import { isApiError, sentenceOf } from '../../lib/api/api-error.js';
import { PasskeyRow } from './passkey-row.js';
import { useAddPasskeyMutation, useBeginPasskeyMutation, useListPasskeysQuery } from './sign-in.api.js';
import { createPasskey, supportsPasskeys } from './webauthn.js';

/** Passkeys: log-in by fingerprint, face or PIN of a device. */
export function PasskeysPanel() {
  const { data, error, refetch } = useListPasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Stack component="section" aria-labelledby="passkeys" tabIndex={-1}>
      <div>
        <Title order={2} id="passkeys" fz="h3">
          Passkeys
        </Title>
        <Text size="sm" c="dimmed">
          Log in with your fingerprint, your face or the PIN of your device: no password, no code, and nothing
          that a fake site could steal.
        </Text>
      </div>
      {!data && error && (
        <ErrorState
          message={sentenceOf(error, 'Your passkeys could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={60} role="status" aria-label="Loading passkeys" />}
      {data?.length === 0 && <Text size="sm">You have no passkeys.</Text>}
      {data && data.length > 0 && (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </Stack>
      )}
      {supportsPasskeys() ? (
        <NewPasskey />
      ) : (
        <Text size="sm" c="dimmed">
          This browser cannot make passkeys at this address.
        </Text>
      )}
    </Stack>
  );
}

/** Asks for the password only where the last log-in is not recent. */
function NewPasskey() {
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [name, setName] = useState('');
  const [password, setPassword] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  async function run(): Promise<string | undefined> {
    if (name.trim() === '') return 'Please name the passkey';
    const { data: options, error } = await begin({ password });
    if (isApiError(error) && error.code === 'auth.recent-log-in-required' && password === undefined) {
      setPassword('');
      return 'Please enter your password to confirm that it is you.';
    }
    if (error) return sentenceOf(error);
    const response = await createPasskey(options).catch(() => undefined);
    if (response === undefined)
      return 'This device has a passkey of your account already, or cannot make one.';
    if (response === null) return undefined;
    const added = await add({ name, response });
    if (added.error) return sentenceOf(added.error);
    setName('');
    setPassword(undefined);
    return undefined;
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setMessage(await run());
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={message} />
        <TextInput
          label="Name of a new passkey"
          placeholder="My laptop"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {password !== undefined && (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" variant="light" loading={isBusy}>
            Add a passkey
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
