import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** A part of a page that could not be had, and a way to ask again. */
export function Failure({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert" title={message}>
      {onRetry && (
        <Button size="xs" variant="light" color="red" onClick={onRetry} mt={4}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
