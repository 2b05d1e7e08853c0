import { Alert, Button, Skeleton } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ReportTarget } from './reporting.api.js';

const ReportForm = lazy(() => import('./report-form.js').then((module) => ({ default: module.ReportForm })));

/** "Report this file" on a shared page. The form is loaded when somebody opens it. */
export function ReportFile({ target }: { target: ReportTarget }) {
  // False once the form was cancelled.
  const [isOpen, setOpen] = useState<boolean>();
  const [thanks, setThanks] = useState<string | null>(null);
  if (thanks !== null) return <Alert role="status" title={thanks} maw={560} />;
  if (isOpen) {
    return (
      <Suspense fallback={<Skeleton height={320} maw={560} />}>
        <ReportForm target={target} onDone={setThanks} onCancel={() => setOpen(false)} />
      </Suspense>
    );
  }
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<IconFlag size={16} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      autoFocus={isOpen === false}
      onClick={() => setOpen(true)}
    >
      Report this file
    </Button>
  );
}
