import { Center, Loader, Stack, Text } from '@mantine/core';

/** Spinner for content of unknown shape. `label`: what is loading. */
export function LoadingState({ label }: { label: string }) {
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
