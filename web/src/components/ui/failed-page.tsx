import { Stack } from '@mantine/core';
import { ErrorState } from './error-state.js';
import { PageHeading } from './page-heading.js';

/** Heading, browser title and error message of a page that could not be loaded, with a retry button. */
export function FailedPage({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stack gap="lg">
      <PageHeading title="This page did not load" />
      <ErrorState message={message} onRetry={onRetry} />
    </Stack>
  );
}
