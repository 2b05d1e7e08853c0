import { Badge, Button, Group, Text, ThemeIcon } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { accountMessages, type SessionView } from '@waybill/contracts';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDateTime } from '../../lib/format/date.js';
import { passFocusToList } from '../../lib/pass-focus.js';
import { showFailureToast, showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { useEndSessionMutation } from './sessions.api.js';

/** One session. The current one has no button here: it is ended by "Logout". */
export function SessionRow({ session }: { session: SessionView }) {
  const device = session.device || 'Unknown device';
  return (
    <Group component="li" ref={passFocusToList} justify="space-between" gap="sm" wrap="nowrap">
      <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
        <ThemeIcon variant="light" size={36} radius="xl">
          {/iOS|Android/.test(device) ? (
            <IconDeviceMobile size={20} stroke={1.6} aria-hidden />
          ) : (
            <IconDeviceDesktop size={20} stroke={1.6} aria-hidden />
          )}
        </ThemeIcon>
        <div style={{ minWidth: 0 }}>
          <Text fw={600} size="sm">
            {device}
          </Text>
          <Text size="sm" c="dimmed" title={`Logged in ${formatDateTime(session.startedAt)}`}>
            Last seen {formatDateTime(session.lastSeenAt)}
          </Text>
        </div>
      </Group>
      {session.isCurrent ? <Badge>This device</Badge> : <EndButton id={session.id} device={device} />}
    </Group>
  );
}

function EndButton({ id, device }: { id: string; device: string }) {
  const [end, { isLoading }] = useEndSessionMutation();

  async function run() {
    const { error } = await end(id);
    if (error) showFailureToast(sentenceOf(error, accountMessages.sessionEndFailed));
    else showSuccessToast(`${device} is logged out`, timings.accountToast);
  }

  return (
    <Button
      variant="default"
      size="xs"
      flex="none"
      loading={isLoading}
      onClick={() => void run()}
      aria-label={`Log out ${device}`}
    >
      Log out
    </Button>
  );
}
