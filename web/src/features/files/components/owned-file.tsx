import { Skeleton } from '@mantine/core';
import { IconFileOff, IconLock } from '@tabler/icons-react';
import { type FileView, uiMessages } from '@waybill/contracts';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { Failure } from '../../../components/ui/failure.js';
import { Notice } from '../../../components/ui/notice.js';
import { isApiError, sentenceOf } from '../../../lib/api/api-error.js';
import { paths } from '../../../lib/paths.js';
import { useFile } from '../hooks/use-file.js';

/** A page's content for the owner of a file, and what stands there for anyone else (spec §6). */
export function OwnedFile({
  fileId,
  isSignedIn,
  children,
}: {
  fileId: string;
  isSignedIn: boolean;
  children: (file: FileView) => ReactNode;
}) {
  const { file, error, retry } = useFile(fileId);
  if (file?.isOwner) return children(file);
  if (file || isRefusal(error)) return <Refused isSignedIn={isSignedIn} />;
  if (!error) return <Skeleton height={420} radius="lg" aria-label="Loading" />;
  const message = sentenceOf(error, uiMessages.createLoadFailed);
  if (isApiError(error) && (error.status === 404 || error.status === 410)) {
    return (
      <Notice icon={IconFileOff} title={message} actions={<ButtonLink to={paths.home}>Go home</ButtonLink>} />
    );
  }
  return <Failure message={message} onRetry={retry} />;
}

function Refused({ isSignedIn }: { isSignedIn: boolean }) {
  return isSignedIn ? (
    <Notice
      icon={IconLock}
      title={uiMessages.fileForbidden}
      actions={<ButtonLink to={paths.uploads}>Your uploads</ButtonLink>}
    />
  ) : (
    <Notice
      icon={IconLock}
      title={uiMessages.fileLoginRequired}
      actions={<ButtonLink to={paths.login}>Log In</ButtonLink>}
    />
  );
}

function isRefusal(error: unknown): boolean {
  return isApiError(error) && (error.status === 401 || error.status === 403);
}
