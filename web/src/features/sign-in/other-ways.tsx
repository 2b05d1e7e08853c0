import { Button, Divider, Stack } from '@mantine/core';
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../components/ui/form-error.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { useConfig } from '../../lib/config/config.api.js';
import { useBeginPasskeyLogInMutation, useLogInWithPasskeyMutation } from './sign-in.api.js';
import { askForPasskey, supportsPasskeys } from './webauthn.js';

/** Ways to log in besides the form: a passkey, and the provider of single sign-on. */
export function OtherWays({ withPasskey }: { withPasskey: boolean }) {
  const { singleSignOn } = useConfig();
  const hasPasskey = withPasskey && supportsPasskeys();
  if (!hasPasskey && !singleSignOn) return null;
  return (
    <Stack>
      <Divider label="or" />
      {hasPasskey && <PasskeyButton />}
      {singleSignOn && (
        <Button
          component="a"
          href="/api/auth/oidc/start"
          variant="default"
          fullWidth
          leftSection={<IconLogin2 size={18} aria-hidden />}
        >
          Continue with {singleSignOn.name}
        </Button>
      )}
    </Stack>
  );
}

/** Logs in with a passkey. Does not navigate: the page reacts to the new session. */
function PasskeyButton() {
  const [begin] = useBeginPasskeyLogInMutation();
  const [logIn] = useLogInWithPasskeyMutation();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();

  async function run(): Promise<string | undefined> {
    const { data: options, error } = await begin();
    if (error) return sentenceOf(error);
    const response = await askForPasskey(options).catch(() => undefined);
    if (response === undefined) return sentenceOf(undefined);
    if (response === null) return undefined;
    const answer = await logIn({ response });
    return answer.error && sentenceOf(answer.error);
  }

  async function click() {
    setBusy(true);
    setMessage(await run());
    setBusy(false);
  }

  return (
    <>
      <FormError message={message} />
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void click()}
      >
        Use a passkey
      </Button>
    </>
  );
}
