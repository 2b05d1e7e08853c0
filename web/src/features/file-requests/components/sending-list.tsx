import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { Sending, SendingItem } from '../hooks/use-sending.js';

/** Files that have not arrived, with their progress. */
export function SendingList({ sending, onRetry }: { sending: Sending; onRetry: (key: number) => void }) {
  if (sending.items.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Files being sent">
      {sending.items.map((item) => (
        <Stack key={item.key} component="li" gap={6}>
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {item.file.name}
            </Text>
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {describe(item)}
            </Text>
          </Group>
          <Progress
            value={item.fraction * 100}
            color={item.step === 'failed' ? 'red' : undefined}
            aria-label={`Progress of ${item.file.name}`}
          />
          <Group gap="xs">
            {item.problem !== null && (
              <Text size="sm" role="alert">
                {item.problem}
              </Text>
            )}
            {item.step === 'failed' && (
              <Button size="xs" variant="default" onClick={() => onRetry(item.key)}>
                Try again
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              aria-label={`Cancel ${item.file.name}`}
              onClick={() => sending.remove(item.key)}
            >
              Cancel
            </Button>
          </Group>
        </Stack>
      ))}
    </Stack>
  );
}

function describe({ step, fraction }: SendingItem): string {
  if (step === 'failed') return 'Not sent';
  if (step === 'lost') return 'Waiting for the connection';
  return step === 'waiting' ? 'Waiting' : `${Math.floor(fraction * 100)}%`;
}
