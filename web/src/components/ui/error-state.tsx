import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { nextHeading } from './page-heading.js';

/** Error message for a part of a page, with a retry button. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Alert ref={passFocusOn} color="red" icon={<IconAlertTriangle />} role="alert" title={message}>
      {onRetry && (
        <Button size="xs" variant="light" color="red" onClick={onRetry} mt={4}>
          Try again
        </Button>
      )}
    </Alert>
  );
}

/** Ref that passes the focus of the button to the section that was loaded, or to the heading of the page. */
function passFocusOn(alert: HTMLElement | null) {
  return () => {
    if (!alert?.contains(document.activeElement)) return;
    const section = alert.closest<HTMLElement>('[tabindex="-1"]');
    // After the commit, because the heading may be replaced in it, too.
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return;
      const target = section?.isConnected ? section : document.querySelector<HTMLElement>('h1[tabindex]');
      nextHeading.takesFocus = target === null;
      target?.focus({ preventScroll: true });
    });
  };
}
