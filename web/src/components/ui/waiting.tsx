import { Center, Loader, Stack, Text } from '@mantine/core';

/** A wait whose result has no shape yet. `label` is what is being waited for. */
export function Waiting({ label }: { label: string }) {
  return (
    <Center mih={240} role="status">
      <Stack align="center" gap="sm">
        <Loader type="dots" />
        <Text c="dimmed" size="sm">
          {label}
        </Text>
      </Stack>
    </Center>
  );
}
