import { Button, Stack, Text, TextInput } from '@mantine/core';
import { accountMessages } from '@waybill/contracts';
import { type SubmitEvent, useState } from 'react';
import { TextLink } from '../../components/ui/text-link.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { paths } from '../../lib/paths.js';
import { useFinishSingleSignOnMutation } from './sign-in.api.js';

/** The second step after the provider of single sign-on, for accounts with two-step log-in. */
export function SingleSignOnCode() {
  const [finish, { error, isLoading }] = useFinishSingleSignOnMutation();
  const [code, setCode] = useState('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void finish({ code });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">One more step: this account asks for a code.</Text>
        <TextInput
          label="Code"
          description="Six digits of your authenticator app. Lost your phone? Enter a recovery code."
          autoComplete="one-time-code"
          autoFocus
          value={code}
          error={error && sentenceOf(error, accountMessages.loginFailed)}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={isLoading} fullWidth>
          Log In
        </Button>
        <TextLink to={paths.login} size="sm">
          Log in another way
        </TextLink>
      </Stack>
    </form>
  );
}
