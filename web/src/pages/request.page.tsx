import { Badge, Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconInboxOff } from '@tabler/icons-react';
import type { PublicFileRequest } from '@waybill/contracts';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { ButtonLink } from '../components/ui/button-link.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { PageHeading, PageTitle } from '../components/ui/page-heading.js';
import { RequestGate } from '../features/file-requests/components/request-gate.js';
import { type Destination, SendForm } from '../features/file-requests/components/send-form.js';
import { SentList, UnsentList } from '../features/file-requests/components/sent-list.js';
import { useGetFileRequestQuery } from '../features/file-requests/file-requests.api.js';
import { keepRequestToken, requestTokenOf } from '../features/file-requests/request-tokens.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { QueuedFiles } from '../features/upload/components/queued-files.js';
import type { UploadError } from '../features/upload/transfer.js';
import { type ApiError, isApiError, sentenceOf } from '../lib/api/api-error.js';
import { formatDateTime } from '../lib/format/date.js';
import { plural } from '../lib/format/duration.js';
import { paths } from '../lib/paths.js';
import { FailedPage } from './file-unavailable.js';
import { isSending, type RequestUploads, useRequestUploads } from './use-request-uploads.js';

/** `/r/{slug}`: somebody asks for files, and anyone with the link sends them. */
export function RequestPage() {
  const { slug = '' } = useParams();
  return <OneRequest key={slug} slug={slug} />;
}

function OneRequest({ slug }: { slug: string }) {
  const { data: request, error, refetch } = useGetFileRequestQuery(slug);
  const session = useSession();
  const [token, setToken] = useState(() => requestTokenOf(slug));
  const [end, setEnd] = useState<ApiError>();

  const remember = useCallback(
    (next: string | null) => {
      keepRequestToken(slug, next);
      setToken(next);
    },
    [slug],
  );
  const onEnd = useCallback(
    ({ status, message }: UploadError) => {
      if (status === 401) {
        remember(null);
        // The password may have been set after the page was opened.
        void refetch();
      } else setEnd({ status, message, code: null, errors: [] });
    },
    [remember, refetch],
  );
  const uploads = useRequestUploads(slug, onEnd);
  const { items, sent, add } = uploads;
  const [sentBefore] = useState(sent.length);

  // A request that takes no more files still takes those that are under way.
  const ended = isSending(items) ? undefined : end;
  // A request that could not be loaded again keeps its form, with the files and the sender's name.
  const problem = request ? ended : error;
  if (problem !== undefined) {
    const unsent = items.map(({ file }) => file.name);
    return <RequestEnded error={problem} sent={sent} unsent={unsent} onRetry={() => void refetch()} />;
  }
  if (!request || session.status === 'unknown') return <Loading />;
  const needsPassword = request.isPasswordProtected && token === null;
  return (
    <Stack gap="lg" maw={720} mx="auto" w="100%">
      <PageHeading
        title={request.title}
        description={`${request.askedBy ?? 'Somebody'} asks you for files.`}
      />
      {request.message !== null && (
        <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{request.message}</Text>
      )}
      <Limits request={request} sentSince={sent.length - sentBefore} />
      {needsPassword && <RequestGate slug={slug} onOpened={remember} />}
      {/* Stays mounted, so that the sender's name is kept when the password is asked for again. */}
      <Box hidden={needsPassword}>
        <Paper p={{ base: 'md', sm: 'xl' }}>
          <SendForm request={request} token={token} user={session.user} onSend={add}>
            {(destination) => <Uploads uploads={uploads} destination={destination} />}
          </SendForm>
        </Paper>
      </Box>
      <SentList names={sent} />
    </Stack>
  );
}

/** `destination`: the sender as the form names them now, for files that are sent again. */
function Uploads({
  uploads: { items, controls, retry },
  destination,
}: {
  uploads: RequestUploads;
  destination: () => Destination;
}) {
  const retryOne = useCallback((key: number) => retry(key, destination()), [retry, destination]);
  return <QueuedFiles items={items} controls={controls} onRetry={retryOne} />;
}

/** `sentSince`: files that were sent after the request was loaded. */
function Limits({
  request: { filesLeft, deleteAt },
  sentSince,
}: {
  request: PublicFileRequest;
  sentSince: number;
}) {
  const left = Math.max(0, filesLeft - sentSince);
  return (
    <Group gap="xs">
      <Badge variant="light">
        {left === 0 ? 'Takes no more files' : `Takes ${plural(left, 'more file')}`}
      </Badge>
      {deleteAt !== null && <Badge variant="light">Until {formatDateTime(deleteAt)}</Badge>}
    </Group>
  );
}

function Loading() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading the file request" maw={720} mx="auto" w="100%">
      <PageTitle>File request</PageTitle>
      <Skeleton height={40} maw={420} />
      <Skeleton height={320} radius="lg" />
    </Stack>
  );
}

function RequestEnded({
  error,
  sent,
  unsent,
  onRetry,
}: {
  error: unknown;
  sent: readonly string[];
  unsent: readonly string[];
  onRetry: () => void;
}) {
  const sentence = sentenceOf(error, 'The file request could not be loaded');
  const hasEnded = isApiError(error) && (error.status === 410 || error.status === 404);
  if (!hasEnded) return <FailedPage message={sentence} onRetry={onRetry} />;
  return (
    <Stack align="center" maw={720} mx="auto" w="100%">
      <PageTitle>{sentence}</PageTitle>
      <EmptyState
        icon={IconInboxOff}
        title={sentence}
        heading={1}
        actions={<ButtonLink to={paths.home}>Share a file of your own</ButtonLink>}
      >
        {isApiError(error) && error.status === 404
          ? 'The link may be incomplete. Ask the person who sent it to you.'
          : 'Ask the person who sent you the link if something is missing.'}
      </EmptyState>
      <UnsentList names={unsent} />
      <SentList names={sent} />
    </Stack>
  );
}
