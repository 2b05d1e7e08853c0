import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { paths } from '../../../lib/paths.js';

/** Takes the place of the upload box where only accounts may upload. */
export function LoginToUpload() {
  return (
    <Paper withBorder p="xl" component="section" aria-label="Upload files">
      <Stack align="flex-start">
        <Title order={2} fz="h3">
          Log in to upload
        </Title>
        <Text c="dimmed">Only people with an account can upload here. Links work for everyone.</Text>
        <Group>
          <ButtonLink to={paths.login}>Log in</ButtonLink>
        </Group>
      </Stack>
    </Paper>
  );
}
