import { Button } from '@mantine/core';
import { previewMessages } from '@waybill/contracts';
import { type ReactNode, useState } from 'react';
import { takeLostFocus } from '../../lib/pass-focus.js';
import { NoPreview, type OfferedDownload } from './no-preview.js';
import classes from './components/file-preview.module.css';

/** Renders a preview, and anew at each attempt after a failure. */
export function Attempts({ children }: { children: (onRetry: () => void) => ReactNode }) {
  const [attempt, setAttempt] = useState(0);
  return (
    // A new attempt replaces the button that began it.
    <div key={attempt} ref={attempt > 0 ? takeLostFocus : null} tabIndex={-1} className={classes.external}>
      {children(() => setAttempt(attempt + 1))}
    </div>
  );
}

/** In place of a preview that did not load. `onRetry`: absent where another attempt would fail, too. */
export function FailedPreview({ download, onRetry }: { download: OfferedDownload; onRetry?: () => void }) {
  return (
    <NoPreview
      message={previewMessages.createPreviewFailed}
      download={download}
      action={
        onRetry && (
          <Button variant="light" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    />
  );
}
