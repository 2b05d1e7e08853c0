import { Skeleton } from '@mantine/core';
import { IconFileOff, IconLock } from '@tabler/icons-react';
import { type FileView, uiMessages } from '@waybill/contracts';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../../components/ui/button-link.js';
import { ErrorState } from '../../../components/ui/error-state.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { isApiError, sentenceOf } from '../../../lib/api/api-error.js';
import { saveLoginDestination } from '../../../lib/login-destination.js';
import { paths } from '../../../lib/paths.js';
import { useFile } from '../hooks/use-file.js';

/** Whether the visitor is signed in. `unknown`: the check has not ended; `failed`: the server did not answer it. */
interface CheckedSession {
  readonly status: 'unknown' | 'in' | 'out' | 'failed';
  readonly recheck: () => void;
}

/** Renders its content for the owner of a file, and an error for other users (spec §6). */
export function OwnerOnly({
  fileId,
  session,
  children,
}: {
  fileId: string;
  session: CheckedSession;
  children: (file: FileView) => ReactNode;
}) {
  const { file, error, retry } = useFile(fileId);
  return (
    <OwnerGate target={file} error={error} retry={retry} session={session}>
      {children}
    </OwnerGate>
  );
}

/**
 * Like `OwnerOnly`, for a file or bundle that the page loads. Waits for the check of the session, because the initial
 * values of the owner's forms depend on the plan.
 */
export function OwnerGate<T extends { readonly isOwner: boolean }>({
  target,
  error,
  retry,
  session,
  children,
}: {
  target: T | undefined;
  error: unknown;
  retry: () => void;
  session: CheckedSession;
  children: (target: T) => ReactNode;
}) {
  const isWaiting = session.status === 'unknown' || !(target ?? error);
  if (isWaiting) return <Skeleton height={420} radius="lg" role="status" aria-label="Loading" />;
  if (target?.isOwner) {
    if (session.status !== 'failed') return children(target);
    return <ErrorState message={uiMessages.userLoadFailed} onRetry={session.recheck} />;
  }
  if (target || isRefusal(error)) return <Refused isSignedIn={session.status === 'in'} />;
  const message = sentenceOf(error, uiMessages.createLoadFailed);
  if (isGone(error)) {
    return (
      <EmptyState
        icon={IconFileOff}
        title={message}
        actions={<ButtonLink to={paths.home}>Go home</ButtonLink>}
      />
    );
  }
  return <ErrorState message={message} onRetry={retry} />;
}

function Refused({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname, search } = useLocation();
  return isSignedIn ? (
    <EmptyState
      icon={IconLock}
      title={uiMessages.fileForbidden}
      actions={<ButtonLink to={paths.uploads}>Your uploads</ButtonLink>}
    />
  ) : (
    <EmptyState
      icon={IconLock}
      title={uiMessages.fileLoginRequired}
      actions={
        <ButtonLink to={paths.login} onClick={() => saveLoginDestination(pathname + search)}>
          Log In
        </ButtonLink>
      }
    />
  );
}

/** Codes for a caller that is not the owner. Other refusals are also for the owner, such as of an infected file. */
const refusals = new Set<string | null>([
  'files.forbidden',
  'files.login-required',
  'files.password-required',
  'auth.required',
]);

function isRefusal(error: unknown): boolean {
  return isApiError(error) && refusals.has(error.code);
}

/** Whether nobody can open the file or bundle any more. */
function isGone(error: unknown): boolean {
  if (!isApiError(error)) return false;
  return error.status === 404 || error.status === 410 || error.code === 'files.infected';
}
