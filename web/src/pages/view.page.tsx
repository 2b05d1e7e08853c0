import { Skeleton, Stack } from '@mantine/core';
import { IconClockOff, IconFileOff } from '@tabler/icons-react';
import { uiMessages } from '@waybill/contracts';
import { useEffect } from 'react';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageTitle } from '../components/ui/page-heading.js';
import { ErrorState } from '../components/ui/error-state.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { useVerifyPasswordMutation } from '../features/files/files.api.js';
import { useFile } from '../features/files/hooks/use-file.js';
import { type CheckPassword, PasswordGate } from '../features/viewing/components/password-gate.js';
import { dropToken, keepToken } from '../lib/access/file-tokens.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';
import { useFileId } from '../lib/use-file-id.js';
import { ViewedFile } from './viewed-file.js';

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
  if (isGated) return <PasswordGate check={check} />;
  if (!error) return <Loading />;
  return <Unavailable error={error} onRetry={retry} />;
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

function Unavailable({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const status = isApiError(error) ? error.status : null;
  const goHome = <ButtonLink to={paths.home}>Share a file of your own</ButtonLink>;
  if (status === 410) {
    return (
      <>
        <PageTitle>{uiMessages.fileExpired}</PageTitle>
        <EmptyState icon={IconClockOff} title={uiMessages.fileExpired} heading={1} actions={goHome}>
          Its sender let it live until a certain time, which has passed. Ask them for a new link.
        </EmptyState>
      </>
    );
  }
  if (status === 404) {
    return (
      <>
        <PageTitle>{uiMessages.fileNotFound}</PageTitle>
        <EmptyState icon={IconFileOff} title={uiMessages.fileNotFound} heading={1} actions={goHome}>
          The link may be incomplete, or the file was deleted.
        </EmptyState>
      </>
    );
  }
  return <ErrorState message={sentenceOf(error, uiMessages.protectionCheckFailed)} onRetry={onRetry} />;
}
