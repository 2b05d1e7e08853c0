import { Group, Text } from '@mantine/core';

/** Short facts of a row, in one line where there is room. */
export function Facts({ facts }: { facts: readonly (string | null)[] }) {
  return (
    <Group gap="md" style={{ rowGap: 2 }}>
      {facts
        .filter((fact) => fact !== null)
        .map((fact) => (
          <Text key={fact} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {fact}
          </Text>
        ))}
    </Group>
  );
}
