import { Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { ErrorState } from '../../components/ui/error-state.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { showFailureToast } from '../../lib/toast.js';
import { notificationKinds } from './notification-kinds.js';
import { useChangeNotificationsMutation, useGetNotificationsQuery } from './notifications.api.js';

/** Which mails the account gets. */
export function NotificationsPanel() {
  const { data, error, refetch } = useGetNotificationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [change] = useChangeNotificationsMutation();

  async function set(kind: string, isOn: boolean) {
    const answer = await change({ [kind]: isOn });
    if (answer.error) showFailureToast(sentenceOf(answer.error));
  }

  return (
    <Stack component="section" aria-labelledby="notifications">
      <div>
        <Title order={2} id="notifications" fz="h3">
          Notifications
        </Title>
        <Text size="sm" c="dimmed">
          Mails about your files. Your own visits and those of bots send none. Each link can be muted on its
          own.
        </Text>
      </div>
      {!data && error && (
        <ErrorState
          message={sentenceOf(error, 'Your notifications could not be loaded')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={240} role="status" aria-label="Loading notifications" />}
      {data &&
        notificationKinds.map(({ kind, label, description }) => (
          <Switch
            key={kind}
            label={label}
            description={description}
            checked={data[kind]}
            onChange={(event) => void set(kind, event.currentTarget.checked)}
          />
        ))}
    </Stack>
  );
}
