import { Badge, Group, Text } from '@mantine/core';
import { formatDateTime } from '../../../lib/format/date.js';
import { useNow } from '../../../lib/use-now.js';
import { expiryOf, formatTimeLeft } from '../../../lib/format/expiry.js';

/** Formats a file's expiry (spec §4). `deleteAt`: ISO time, null for never. */
export function ExpiryText({ deleteAt }: { deleteAt: string | null }) {
  // A changed expiry needs the time of the change, which is later than the last tick of the clock.
  return <TimeLeft key={deleteAt} deleteAt={deleteAt} />;
}

function TimeLeft({ deleteAt }: { deleteAt: string | null }) {
  const expiry = expiryOf(deleteAt, useNow());
  if (deleteAt === null || expiry.state === 'never') return <Text size="sm">Never</Text>;
  if (expiry.state === 'expired') return <Badge color="gray">Expired</Badge>;
  const left = formatTimeLeft(expiry.hoursLeft);
  if (expiry.state === 'later') {
    return (
      <Text size="sm" title={formatDateTime(deleteAt)}>
        {left}
      </Text>
    );
  }
  return (
    <Group gap={6} wrap="nowrap" title={formatDateTime(deleteAt)}>
      <Text size="sm" c="var(--mantine-color-error)" fw={500} style={{ whiteSpace: 'nowrap' }}>
        {left}
      </Text>
      <Badge color="red">Soon</Badge>
    </Group>
  );
}
