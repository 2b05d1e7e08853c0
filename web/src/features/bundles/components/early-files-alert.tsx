import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import type { BundleView, FileView } from '@waybill/contracts';
import { useState } from 'react';
import { cannotBeOpened } from '../../../lib/api/cannot-be-opened.js';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { formatDateTime } from '../../../lib/format/date.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';

/** Warns that files expire before their bundle, and offers to give them the expiry of the bundle. */
export function EarlyFilesAlert({
  bundle,
  files,
  keep,
}: {
  bundle: BundleView;
  /** Files of the bundle that expire before it. */
  files: readonly FileView[];
  /** Changes the expiry of a file. Resolves to the error, or to nothing. */
  keep: (id: string, deleteAt: string | null) => Promise<unknown>;
}) {
  const [isBusy, setBusy] = useState(false);
  if (files.length === 0) return null;
  const until = bundle.deleteAt === null ? 'for good' : `until ${formatDateTime(bundle.deleteAt)}`;

  async function keepAll() {
    setBusy(true);
    let failure: unknown;
    for (const { id } of files) {
      const error = await keep(id, bundle.deleteAt);
      if (error && !cannotBeOpened(error)) failure ??= error;
    }
    setBusy(false);
    if (failure === undefined)
      showSuccessToast('The files are kept as long as the bundle', timings.fileToast);
    else showFailureToast(sentenceOf(failure, 'The expiry of the files could not be changed'));
  }

  return (
    <Alert
      icon={<IconClockExclamation />}
      variant="light"
      title={files.length === 1 ? 'One file expires earlier' : `${files.length} files expire earlier`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          This bundle lives {until}. Files with an earlier expiry of their own leave it at that time.
        </Text>
        <Button size="sm" loading={isBusy} onClick={() => void keepAll()}>
          Keep them as long
        </Button>
      </Stack>
    </Alert>
  );
}
