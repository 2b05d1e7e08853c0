import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import { CopyField } from '../../../components/ui/copy-field.js';
import { useConfig } from '../../../lib/config/config.api.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { useInviteMutation } from '../admin.api.js';

/** Invites a person by e-mail, and shows the link so that it can be sent in another way. */
export function InvitePerson() {
  const [invite, { data, error, isLoading }] = useInviteMutation();
  const { signUp } = useConfig();
  if (signUp === 'closed')
    return <Text c="dimmed">Sign-up is closed by its setting, so nobody can be invited.</Text>;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    if (typeof email === 'string') void invite(email);
  };
  return (
    <Stack gap="sm">
      <form onSubmit={submit} noValidate>
        <Group gap="sm" align="flex-end">
          <TextInput
            name="email"
            type="email"
            label="Invite somebody"
            placeholder="name@example.com"
            error={error && sentenceOf(error, 'The invitation could not be sent.')}
            flex="1 1 220px"
          />
          <Button type="submit" variant="default" loading={isLoading}>
            Send invitation
          </Button>
        </Group>
      </form>
      {data && (
        <CopyField
          label={`Link for ${data.email}, which is on its way by e-mail`}
          value={data.url}
          button="Copy link"
          done="The link was copied"
        />
      )}
    </Stack>
  );
}
