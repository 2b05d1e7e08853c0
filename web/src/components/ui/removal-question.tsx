import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';

/** Asks before something is removed for good. The button that keeps it has the focus. */
export function RemovalQuestion({
  question,
  button,
  size = 'sm',
  isBusy,
  onConfirm,
  onKeep,
}: {
  /** Consequence of the removal. */
  question: string;
  /** Text of the button that removes it. */
  button: string;
  size?: 'xs' | 'sm';
  isBusy: boolean;
  onConfirm: () => void;
  onKeep: () => void;
}) {
  const id = useId();
  return (
    <Group gap="xs" role="group" aria-labelledby={id}>
      <Text size="sm" id={id}>
        {question}
      </Text>
      <Button size={size} color="red" loading={isBusy} onClick={onConfirm}>
        {button}
      </Button>
      <Button size={size} variant="default" autoFocus onClick={onKeep}>
        Keep
      </Button>
    </Group>
  );
}
