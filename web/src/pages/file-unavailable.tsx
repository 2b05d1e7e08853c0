import { Stack } from '@mantine/core';
import { IconClockOff, IconFileOff, IconHandStop, IconShieldSearch, IconVirus } from '@tabler/icons-react';
import { type ErrorCode, uiMessages } from '@waybill/contracts';
import type { ComponentProps, ReactNode } from 'react';
import { ButtonLink } from '../components/ui/button-link.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { ErrorState } from '../components/ui/error-state.js';
import { PageHeading, PageTitle } from '../components/ui/page-heading.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';

interface Reason {
  readonly icon: ComponentProps<typeof EmptyState>['icon'];
  readonly title: string;
  readonly text: ReactNode;
}

const reasonOfCode: Partial<Record<ErrorCode, Reason>> = {
  'files.taken-down': {
    icon: IconHandStop,
    title: uiMessages.fileTakenDown,
    text: 'An administrator of this Waybill took it down.',
  },
  'files.being-scanned': {
    icon: IconShieldSearch,
    title: 'This file is being checked for malware',
    text: 'It opens here by itself as soon as the check is done.',
  },
  'files.infected': {
    icon: IconVirus,
    title: uiMessages.fileInfected,
    text: 'Nobody can open it, its sender included.',
  },
};

const expired: Reason = {
  icon: IconClockOff,
  title: uiMessages.fileExpired,
  text: 'Its sender let it live until a certain time, which has passed. Ask them for a new link.',
};

/** Any other end, such as of a link, which the server names. */
const ended: Reason = {
  icon: IconFileOff,
  title: uiMessages.fileNotFound,
  text: 'Ask its sender for a new link.',
};

const notFound: Reason = {
  icon: IconFileOff,
  title: uiMessages.fileNotFound,
  text: 'The link may be incomplete, or the file was deleted.',
};

/** Whether `FileUnavailable` explains the code of the error, and not only its status, which others share. */
export function isExplained(error: unknown): boolean {
  return isApiError(error) && error.code !== null && error.code in reasonOfCode;
}

/** Shows why a file cannot be opened. While a file is being scanned, the page polls and opens it afterwards. */
export function FileUnavailable({
  error,
  onRetry,
  heading = 1,
  actions = <ButtonLink to={paths.home}>Share a file of your own</ButtonLink>,
}: {
  error: unknown;
  onRetry: () => void;
  /** 2 within a page that has a title of its own. */
  heading?: 1 | 2;
  actions?: ReactNode;
}) {
  const reason = reasonOf(error);
  if (!reason) {
    const message = sentenceOf(error, uiMessages.protectionCheckFailed);
    const Failure = heading === 1 ? FailedPage : ErrorState;
    return <Failure message={message} onRetry={onRetry} />;
  }
  return (
    <div role="status">
      {heading === 1 && <PageTitle>{reason.title}</PageTitle>}
      <EmptyState icon={reason.icon} title={reason.title} heading={heading} actions={actions}>
        {reason.text}
      </EmptyState>
    </div>
  );
}

/** Heading, browser title and error message of a page that could not be loaded, with a retry button. */
export function FailedPage({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stack gap="lg">
      <PageHeading title="This page did not load" />
      <ErrorState message={message} onRetry={onRetry} />
    </Stack>
  );
}

function reasonOf(error: unknown): Reason | undefined {
  if (!isApiError(error)) return undefined;
  const known = error.code === null ? undefined : reasonOfCode[error.code];
  if (known) return known;
  if (error.status === 410) {
    const hasExpired = error.code === null || ['files.expired', 'bundles.expired'].includes(error.code);
    return hasExpired ? expired : { ...ended, title: sentenceOf(error, ended.title) };
  }
  return error.status === 404 ? notFound : undefined;
}
