import { Button, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { ErrorState } from '../components/ui/error-state.js';
import { passFocusToHeading } from '../components/ui/pass-focus-to-heading.js';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { notificationKinds } from '../features/notifications/notification-kinds.js';
import { useStopMailsMutation } from '../features/notifications/notifications.api.js';
import { sentenceOf } from '../lib/api/api-error.js';

/** `/unsubscribe?key=&kind=`: from a mail, without log-in. Opening it changes nothing. */
export function UnsubscribePage() {
  const [search] = useSearchParams();
  const [stop, { isSuccess, isLoading, error }] = useStopMailsMutation();
  const key = search.get('key');
  const found = notificationKinds.find(({ kind }) => kind === search.get('kind'));
  if (!found || key === null) {
    return (
      <NarrowCard title="Stop these mails?">
        <ErrorState message="This link is incomplete. Please open it from the mail again." />
      </NarrowCard>
    );
  }
  const { kind, label, description } = found;
  return (
    <NarrowCard title={isSuccess ? 'You get no more of these mails' : 'Stop these mails?'}>
      <Stack>
        <Text>
          <b>{label}</b>: {description}.
        </Text>
        {isSuccess ? (
          <Text c="dimmed" role="status">
            You can switch them on again in your account, under Notifications.
          </Text>
        ) : (
          <Button ref={passFocusToHeading} loading={isLoading} onClick={() => void stop({ key, kind })}>
            Stop these mails
          </Button>
        )}
        {error && <Text role="alert">{sentenceOf(error)}</Text>}
      </Stack>
    </NarrowCard>
  );
}
