import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import type { TokenScope, TokenView } from '@waybill/contracts';
import { type SubmitEvent, useState } from 'react';
import { CopyField } from '../../components/ui/copy-field.js';
import { ErrorState } from '../../components/ui/error-state.js';
import { FirstRows } from '../../components/ui/first-rows.js';
import { RemovalQuestion } from '../../components/ui/removal-question.js';
import { useRemovalQuestion } from '../../components/ui/use-removal-question.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDateTime } from '../../lib/format/date.js';
import { passFocusToList } from '../../lib/pass-focus.js';
import { showFailureToast } from '../../lib/toast.js';
import { useCreateTokenMutation, useListTokensQuery, useRevokeTokenMutation } from './security.api.js';

const scopes: readonly { value: TokenScope; label: string }[] = [
  { value: 'upload', label: 'Upload files' },
  { value: 'read', label: 'Read my files and their analytics' },
  { value: 'manage', label: 'Change and delete my files' },
];

/** Access tokens: keys for scripts and programs. */
export function TokensPanel() {
  const { data: tokens, error, refetch } = useListTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Stack component="section" aria-labelledby="tokens" tabIndex={-1}>
      <div>
        <Title order={2} id="tokens" fz="h3">
          Access tokens
        </Title>
        <Text size="sm" c="dimmed">
          A key for a script or a program. It can do only what you allow, and never change your password.
        </Text>
      </div>
      {!tokens && error && (
        <ErrorState
          message={sentenceOf(error, 'Your access tokens could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
      {!tokens && !error && <Skeleton height={60} role="status" aria-label="Loading access tokens" />}
      {tokens?.length === 0 && <Text size="sm">You have no access tokens.</Text>}
      {tokens && tokens.length > 0 && (
        <FirstRows rows={tokens} unit="tokens">
          {(token) => <TokenRow key={token.id} token={token} />}
        </FirstRows>
      )}
      <NewToken />
    </Stack>
  );
}

function TokenRow({ token }: { token: TokenView }) {
  const [revoke, { isLoading }] = useRevokeTokenMutation();
  const { opener, isAsking, toggle, keep } = useRemovalQuestion();
  const lastUse = token.lastUsedAt ? `Last used ${formatDateTime(token.lastUsedAt)}` : 'Not used yet';
  const expiry = token.expiresAt ? ` · Expires ${formatDateTime(token.expiresAt)}` : '';

  async function run() {
    const { error } = await revoke(token.id);
    if (error) showFailureToast(sentenceOf(error));
  }

  return (
    <Stack component="li" ref={passFocusToList} gap="xs">
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {token.name}
          </Text>
          <Text size="sm" c="dimmed">
            {token.scopes.join(', ')} · {lastUse}
            {expiry}
          </Text>
        </div>
        <Button
          ref={opener}
          variant="default"
          size="xs"
          flex="none"
          aria-expanded={isAsking}
          onClick={toggle}
          aria-label={`Revoke ${token.name}`}
        >
          Revoke
        </Button>
      </Group>
      {isAsking && (
        <RemovalQuestion
          question="Programs that use it will lose their access at once."
          button="Revoke"
          size="xs"
          isBusy={isLoading}
          onConfirm={() => void run()}
          onKeep={keep}
        />
      )}
    </Stack>
  );
}

function NewToken() {
  const [create, { error, isLoading }] = useCreateTokenMutation();
  // Not the result of the mutation, which is dropped at the next submit although the token is shown only here.
  const [created, setCreated] = useState<{ name: string; token: string }>();
  const [name, setName] = useState('');
  const [isNameMissing, setNameMissing] = useState(false);
  const [chosen, setChosen] = useState<string[]>(['upload']);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setNameMissing(name.trim() === '');
    if (name.trim() === '') return;
    const answer = await create({
      name,
      scopes: scopes.map(({ value }) => value).filter((one) => chosen.includes(one)),
    });
    if (!answer.data) return;
    setCreated(answer.data);
    setName((now) => (now === name ? '' : now));
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {created && (
          <Alert title={`Copy the token of ${created.name} now`} role="status">
            <Stack gap="xs">
              <Text size="sm">It is not shown again.</Text>
              <CopyField label="Access token" value={created.token} button="Copy token" done="Token copied" />
            </Stack>
          </Alert>
        )}
        <TextInput
          label="Name of a new token"
          placeholder="Nightly report"
          autoComplete="off"
          value={name}
          error={isNameMissing ? 'Please name the token' : error && sentenceOf(error)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group label="It may" value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {scopes.map((scope) => (
              <Checkbox key={scope.value} {...scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group>
          <Button type="submit" variant="light" loading={isLoading}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
