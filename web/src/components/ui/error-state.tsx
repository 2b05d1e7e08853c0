import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Error message for a part of a page, with a retry button. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
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
