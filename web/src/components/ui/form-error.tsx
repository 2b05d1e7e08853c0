import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';

/** What is wrong with a form as a whole; nothing while nothing is. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Alert color="red" icon={<IconAlertCircle />} role="alert">
      {message}
    </Alert>
  );
}
