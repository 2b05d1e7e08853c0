import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** Error of a form as a whole. Renders nothing without a message. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Alert color="red" icon={<IconAlertCircle />} role="alert">
      {message}
    </Alert>
  );
}
