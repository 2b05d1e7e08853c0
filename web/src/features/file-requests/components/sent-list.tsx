import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';

/** Names of the files that this browser sent. Senders see nothing else of their files afterwards. */
export function SentList({ names }: { names: readonly string[] }) {
  return (
    <NameList
      title="Sent from this browser"
      names={names}
      icon={<IconCircleCheck size={18} color="var(--mantine-color-green-7)" aria-hidden />}
      note="Only the person who asked can open these files."
    />
  );
}

/** Names of the files that a file request did not take, because it ended first. */
export function UnsentList({ names }: { names: readonly string[] }) {
  return (
    <NameList
      title="Not sent"
      names={names}
      icon={<IconCircleX size={18} color="var(--mantine-color-red-7)" aria-hidden />}
      note="The person who asked has not received these files."
    />
  );
}

interface NameListProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly icon: ReactNode;
  readonly note: string;
}

function NameList({ title, names, icon, note }: NameListProps) {
  const id = useId();
  if (names.length === 0) return null;
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={id} w="100%">
      <Stack gap="sm">
        <Title order={2} fz="h3" id={id}>
          {title}
        </Title>
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {names.map((name, index) => (
            <Group key={index} component="li" gap="xs" wrap="nowrap">
              <Group style={{ flex: 'none' }}>{icon}</Group>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
            </Group>
          ))}
        </Stack>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </Stack>
    </Paper>
  );
}
