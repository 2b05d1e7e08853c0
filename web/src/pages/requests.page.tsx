import { Button, Group, Paper, Skeleton, Stack } from '@mantine/core';
import { IconInbox, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { EmptyState } from '../components/ui/empty-state.js';
import { ErrorState } from '../components/ui/error-state.js';
import { FormError } from '../components/ui/form-error.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { RequestForm } from '../features/file-requests/components/request-form.js';
import { RequestRow } from '../features/file-requests/components/request-row.js';
import { useListFileRequestsInfiniteQuery } from '../features/file-requests/file-requests.api.js';
import { useLiveFiles } from '../features/files/hooks/use-live-files.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { sentenceOf } from '../lib/api/api-error.js';
import { timings } from '../lib/timings.js';
import { useListPolling } from '../lib/use-list-polling.js';
import { useNewRowFocus } from '../lib/use-new-row-focus.js';

/** `/requests`: the file requests of the account, and what arrived. */
export function RequestsPage() {
  const { plan } = useSession();
  const [isMaking, setIsMaking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closeForm = () => {
    setIsMaking(false);
    opener.current?.focus();
  };
  return (
    <Stack gap="xl">
      <Group justify="space-between" align="flex-end" gap="md">
        <PageHeading
          title="File requests"
          description="Ask others for files. They need a link, and no account."
        />
        <Button
          ref={opener}
          leftSection={<IconPlus size={17} />}
          aria-expanded={isMaking}
          onClick={() => setIsMaking(!isMaking)}
        >
          New file request
        </Button>
      </Group>
      {isMaking && (
        <Paper p={{ base: 'md', sm: 'lg' }}>
          <RequestForm plan={plan} onDone={closeForm} onCancel={closeForm} />
        </Paper>
      )}
      <section aria-label="Your file requests" tabIndex={-1}>
        <Requests />
      </section>
    </Stack>
  );
}

function Requests() {
  const { plan } = useSession();
  const { data: files, error: filesError, refetch: refetchFiles } = useLiveFiles();
  const [polling, countPages] = useListPolling(timings.livePoll);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useListFileRequestsInfiniteQuery(undefined, polling);
  countPages(data?.pages.length);
  const requests = data?.pages.flatMap(({ items }) => items) ?? [];
  const [list, followRows] = useNewRowFocus(requests.length);
  if (!data && error) {
    return (
      <ErrorState
        message={sentenceOf(error, 'The file requests could not be loaded')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton height={220} radius="lg" role="status" aria-label="Loading file requests" />;
  if (requests.length === 0) {
    return (
      <Paper>
        <EmptyState icon={IconInbox} title="No file requests yet" heading={2}>
          Make one, and send its link to the people whose files you need. What they send arrives here and in
          your uploads.
        </EmptyState>
      </Paper>
    );
  }
  return (
    <Stack gap="md">
      {!files && filesError && requests.some(({ filesReceived }) => filesReceived > 0) && (
        <ErrorState
          message={sentenceOf(filesError, 'The files that arrived could not be loaded')}
          onRetry={() => void refetchFiles()}
        />
      )}
      <Stack
        component="ul"
        ref={list}
        gap="md"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
        aria-label="File requests"
      >
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            received={(files ?? []).filter(({ received }) => received?.requestId === request.id)}
            plan={plan}
          />
        ))}
      </Stack>
      {isFetchNextPageError && (
        <FormError message={sentenceOf(error, 'Older file requests could not be loaded')} />
      )}
      {hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => {
              followRows();
              void fetchNextPage();
            }}
          >
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}
