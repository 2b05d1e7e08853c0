import { Button, Skeleton } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.js';
import type { ReportTarget } from './reporting.api.js';

const ReportForm = lazyPart(() => import('./report-form.js').then((module) => module.ReportForm));

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
  // False once the form was cancelled.
  const [isOpen, setOpen] = useState<boolean>();
  if (isOpen) {
    return (
      <Suspense fallback={<Skeleton height={320} maw={560} />}>
        <ReportForm target={target} isBundle={isBundle} onCancel={() => setOpen(false)} />
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
      {isBundle ? 'Report these files' : 'Report this file'}
    </Button>
  );
}
