import { Skeleton, Stack } from '@mantine/core';
import { IconMailbox } from '@tabler/icons-react';
import { type MailSummary, uiMessages } from '@waybill/contracts';
import { useSearchParams } from 'react-router-dom';
import { ErrorState } from '../components/ui/error-state.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { MailList } from '../features/mailbox/mail-list.js';
import { MailView } from '../features/mailbox/mail-view.js';
import { useListMailsQuery } from '../features/mailbox/mailbox.api.js';
import classes from '../features/mailbox/mailbox.module.css';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { pollingOptions } from '../lib/polling.js';
import { NotFoundPage } from './not-found.page.js';

/**
 * `/mailbox?mail=`: mails that were stored because no mail server is set. Needs the mailbox key, or shows the not-found
 * page (docs/decisions/mailbox.md).
 */
export function MailboxPage() {
  const { data: mails, error, refetch } = useListMailsQuery(undefined, pollingOptions());
  if (isApiError(error) && error.status === 404) return <NotFoundPage />;
  return (
    <Stack gap="xl">
      <PageHeading
        title="Mailbox"
        description="This Waybill has no mail server. What it would have sent is kept here. This page opens only with the link that Waybill printed at its start."
      />
      {mails && <Mails mails={mails} />}
      {!mails && error && (
        <ErrorState
          message={sentenceOf(error, uiMessages.mailboxLoadFailed)}
          onRetry={() => void refetch()}
        />
      )}
      {!mails && !error && <Skeleton height={320} radius="lg" role="status" aria-label="Loading mails" />}
    </Stack>
  );
}

function Mails({ mails }: { mails: readonly MailSummary[] }) {
  const [search] = useSearchParams();
  const openId = search.get('mail') ?? mails[0]?.id ?? null;
  if (openId === null) {
    return (
      <EmptyState icon={IconMailbox} title="No mails yet">
        Sign up, ask for a new password or share a file by email: the mail arrives here.
      </EmptyState>
    );
  }
  return (
    <div className={classes.columns}>
      <MailList mails={mails} openId={openId} />
      <MailView key={openId} id={openId} />
    </div>
  );
}
