import { Alert, Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCopy, IconShieldCheck } from '@tabler/icons-react';
import { type SubmitEvent, Suspense, useState } from 'react';
import { CopyField } from '../../components/ui/copy-field.js';
import { ErrorState } from '../../components/ui/error-state.js';
import { FormError } from '../../components/ui/form-error.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { copyWithToast } from '../../lib/clipboard.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { passFocusToList } from '../../lib/pass-focus.js';
import {
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useGetTotpQuery,
  useRemoveTotpMutation,
} from './security.api.js';

const DrawnQrCode = lazyPart(() =>
  import('../../components/qr-code/drawn-qr-code.js').then((module) => module.DrawnQrCode),
);

/** Two-step log-in: a code of an authenticator app besides the password. */
export function TotpPanel() {
  const { data, error, refetch } = useGetTotpQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Stack component="section" aria-labelledby="two-step" tabIndex={-1}>
      <div>
        <Title order={2} id="two-step" fz="h3">
          Two-step log-in
        </Title>
        <Text size="sm" c="dimmed">
          After your password, a code from an app on your phone. Someone who learns your password cannot get
          in with it. If you lose your phone, log in with a recovery code or a passkey, turn this off and set
          it up anew.
        </Text>
      </div>
      {!data && error && (
        <ErrorState
          message={sentenceOf(error, 'Two-step log-in could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={60} role="status" aria-label="Loading two-step log-in" />}
      {data && (data.isEnabled ? <TurnOff left={data.recoveryCodesLeft} /> : <TurnOn onDone={refetch} />)}
    </Stack>
  );
}

function TurnOn({ onDone }: { onDone: () => unknown }) {
  const [begin, beginning] = useBeginTotpMutation();
  const [confirm, confirming] = useConfirmTotpMutation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (beginning.data) void confirm({ code });
    else void begin({ password });
  }

  if (confirming.data) return <RecoveryCodes codes={confirming.data.recoveryCodes} onDone={onDone} />;
  const error = beginning.data ? confirming.error : beginning.error;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {beginning.data ? (
          <>
            <Text size="sm">Scan this with your authenticator app, then enter the six digits it shows.</Text>
            <Suspense fallback={<Skeleton width={200} height={200} />}>
              <DrawnQrCode text={beginning.data.url} label="QR code for your authenticator app" />
            </Suspense>
            <CopyField
              label="Or type this key into the app"
              value={beginning.data.secret}
              button="Copy key"
              done="Key copied"
            />
            <TextInput
              label="Code"
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              error={error && sentenceOf(error)}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          </>
        ) : (
          <PasswordInput
            label="Your password"
            autoComplete="current-password"
            value={password}
            error={error && sentenceOf(error)}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <Group>
          <Button type="submit" loading={beginning.isLoading || confirming.isLoading}>
            {beginning.data ? 'Turn on' : 'Set up two-step log-in'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Focuses the codes, and not their button: a second Enter would close them. Passes the focus to the section when they
 * are closed.
 */
function focusOnMount(codes: HTMLDivElement | null) {
  const pass = passFocusToList(codes);
  codes?.focus();
  return pass;
}

/** Shows the recovery codes. They cannot be shown again, because the server keeps only their hashes. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  const list = codes.join('\n');
  return (
    <Alert
      icon={<IconShieldCheck />}
      title="Two-step log-in is on. Keep these recovery codes"
      role="status"
      ref={focusOnMount}
      tabIndex={-1}
    >
      <Stack>
        <Text size="sm">
          If you lose your phone, each of them lets you in once. They are not shown again: print them or keep
          them in a password manager.
        </Text>
        <Text component="pre" m={0} ff="monospace">
          {list}
        </Text>
        <Group>
          <Button
            leftSection={<IconCopy size={17} />}
            onClick={() => void copyWithToast(list, 'Codes copied')}
          >
            Copy codes
          </Button>
          <Button variant="default" onClick={() => void onDone()}>
            I have kept them
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function TurnOff({ left }: { left: number }) {
  const [remove, { error, isLoading }] = useRemoveTotpMutation();
  // False once the form was closed.
  const [isOpen, setOpen] = useState<boolean>();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void remove({ password, code });
  }

  return (
    <Stack>
      <Text>
        Two-step log-in is on. {left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.
      </Text>
      {!isOpen && (
        <Group>
          <Button variant="default" autoFocus={isOpen === false} onClick={() => setOpen(true)}>
            Turn off
          </Button>
        </Group>
      )}
      {isOpen && (
        <form ref={passFocusToList} onSubmit={submit} noValidate>
          <Stack>
            <FormError message={error && sentenceOf(error)} />
            <PasswordInput
              label="Your password"
              autoFocus
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <TextInput
              label="Code of your app, or a recovery code"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
            <Group>
              <Button type="submit" color="red" loading={isLoading}>
                Turn off two-step log-in
              </Button>
              <Button variant="default" onClick={() => setOpen(false)}>
                Keep it on
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  );
}
