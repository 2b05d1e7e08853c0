import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';

/** Names of the files that this browser sent. Senders see nothing else of their files afterwards. */
export function SentList({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby="sent" w="100%">
      <Stack gap="sm">
        <Title order={2} fz="h3" id="sent">
          Sent from this browser
        </Title>
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {names.map((name, index) => (
            <Group key={index} component="li" gap="xs" wrap="nowrap">
              <IconCircleCheck
                size={18}
                aria-hidden
                style={{ flex: 'none', color: 'var(--mantine-color-green-7)' }}
              />
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
            </Group>
          ))}
        </Stack>
        <Text size="sm" c="dimmed">
          Only the person who asked can open these files.
        </Text>
      </Stack>
    </Paper>
  );
}
