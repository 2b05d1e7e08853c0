import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { accountMessages } from '@waybill/contracts';
import { ErrorState } from '../../components/ui/error-state.js';
import { FirstRows } from '../../components/ui/first-rows.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { passFocusToList } from '../../lib/pass-focus.js';
import { showFailureToast, showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { SessionRow } from './session-row.js';
import { useEndOtherSessionsMutation, useListSessionsQuery } from './sessions.api.js';

/** Lists the sessions of the account, and revokes them. */
export function SessionsPanel() {
  return (
    <Stack component="section" aria-labelledby="sessions" tabIndex={-1}>
      <div>
        <Title order={2} id="sessions" fz="h3">
          Where you are logged in
        </Title>
        <Text size="sm" c="dimmed">
          Log out whatever you do not know, then change your password.
        </Text>
      </div>
      <Sessions />
    </Stack>
  );
}

function Sessions() {
  const {
    data: sessions,
    error,
    refetch,
  } = useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!sessions && error) {
    return (
      <ErrorState
        message={sentenceOf(error, accountMessages.sessionsLoadFailed)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!sessions) return <Skeleton height={120} role="status" aria-label="Loading sessions" />;
  const thisDeviceFirst = [...sessions].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <>
      <FirstRows rows={thisDeviceFirst} unit="devices">
        {(session) => <SessionRow key={session.id} session={session} />}
      </FirstRows>
      {sessions.length > 1 ? (
        <EndOthers />
      ) : (
        <Text size="sm" c="dimmed">
          You are logged in nowhere else.
        </Text>
      )}
    </>
  );
}

function EndOthers() {
  const [endOthers, { isLoading }] = useEndOtherSessionsMutation();

  async function run() {
    const { error } = await endOthers();
    if (error) showFailureToast(sentenceOf(error, accountMessages.sessionEndFailed));
    else showSuccessToast('Logged out everywhere else', timings.accountToast);
  }

  return (
    <Group ref={passFocusToList}>
      <Button variant="light" color="red" loading={isLoading} onClick={() => void run()}>
        Log out everywhere else
      </Button>
    </Group>
  );
}
