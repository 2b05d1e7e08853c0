import { Alert, Button, Skeleton } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { takeLostFocus } from '../../lib/pass-focus.js';
import type { ReportTarget } from './reporting.api.js';

const ReportForm = lazy(() => import('./report-form.js').then((module) => ({ default: module.ReportForm })));

/**
 * "Report this file" on a shared page. The form is loaded when somebody opens it.
 * `isBundle`: the page is about several files.
 */
export function ReportFile({
  target,
  isBundle = target.kind === 'bundles',
}: {
  target: ReportTarget;
  isBundle?: boolean;
}) {
  // True while the form is open, false once it was cancelled, the server's message once it was sent.
  const [report, setReport] = useState<boolean | string>();
  if (typeof report === 'string') {
    return <Alert role="status" ref={takeLostFocus} tabIndex={-1} title={report} maw={560} />;
  }
  if (report) {
    return (
      <Suspense fallback={<Skeleton height={320} maw={560} />}>
        <ReportForm
          target={target}
          isBundle={isBundle}
          onDone={setReport}
          onCancel={() => setReport(false)}
        />
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
      autoFocus={report === false}
      onClick={() => setReport(true)}
    >
      {isBundle ? 'Report these files' : 'Report this file'}
    </Button>
  );
}
