import { Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { PageTitle } from '../components/ui/page-heading.js';
import { useVerifyPasswordMutation } from '../features/files/files.api.js';
import { useFile } from '../features/files/hooks/use-file.js';
import type { CheckPassword } from '../features/viewing/components/password-gate.js';
import { dropToken, keepToken } from '../lib/access/file-tokens.js';
import { isApiError } from '../lib/api/api-error.js';
import { useFileId } from '../lib/use-file-id.js';
import { ViewedFile } from './viewed-file.js';

const PasswordGate = lazy(() =>
  import('../features/viewing/components/password-gate.js').then((module) => ({
    default: module.PasswordGate,
  })),
);
const FileUnavailable = lazy(() =>
  import('./file-unavailable.js').then((module) => ({ default: module.FileUnavailable })),
);

/** `/{uuid}`: public page of a file (spec §2, §4). */
export function ViewPage() {
  const fileId = useFileId();
  const { file, error, retry } = useFile(fileId);
  const [verify] = useVerifyPasswordMutation();
  const isGated = isApiError(error) && error.code === 'files.password-required';

  useEffect(() => {
    if (isGated) dropToken(fileId);
  }, [isGated, fileId]);

  const check: CheckPassword = async (password) => {
    const { data, error: problem } = await verify({ id: fileId, password });
    if (problem) return problem;
    keepToken(fileId, data.token);
    retry();
    return undefined;
  };

  if (file) return <ViewedFile file={file} onDenied={retry} />;
  if (!error) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      {isGated ? <PasswordGate check={check} /> : <FileUnavailable error={error} onRetry={retry} />}
    </Suspense>
  );
}

function Loading() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading file">
      <PageTitle>Loading file</PageTitle>
      <Skeleton height={40} maw={420} />
      <Skeleton height="70dvh" radius="lg" />
    </Stack>
  );
}
