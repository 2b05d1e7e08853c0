import { Badge, Group, Stack, Text } from '@mantine/core';
import type { LinkView } from '@waybill/contracts';
import { formatDate } from '../../../lib/format/date.js';
import { plural } from '../../../lib/format/duration.js';
import { linkNameOf } from '../link-name.js';

/** Name, address, gates and counts of a link. */
export function LinkSummary({ link }: { link: LinkView }) {
  return (
    <Stack gap={4} flex="1 1 220px" style={{ minWidth: 0 }}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {linkNameOf(link)}
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {link.url}
      </Text>
      <Group gap={6}>
        {!link.isActive && <Badge color="gray">Switched off</Badge>}
        {badgesOf(link).map((text) => (
          <Badge key={text} variant="light">
            {text}
          </Badge>
        ))}
      </Group>
      <Text size="sm">{countsOf(link)}</Text>
    </Stack>
  );
}

function badgesOf(link: LinkView): string[] {
  return [
    ...(link.isPasswordProtected ? ['Password'] : []),
    ...(link.verifyEmail ? ['Proven email'] : link.requireEmail ? ['Email'] : []),
    ...(link.allowDownload ? [] : ['View only']),
    ...(link.notify ? [] : ['No mails']),
    ...(link.deleteAt !== null && !link.isFirst ? [`Until ${formatDate(link.deleteAt)}`] : []),
    ...(link.downloadLimit !== null && link.downloads >= link.downloadLimit ? ['Used up'] : []),
  ];
}

function countsOf({ viewCount, downloads, downloadLimit, isFirst }: LinkView): string {
  const views = plural(viewCount, 'view');
  if (isFirst) return views;
  if (downloadLimit === null) return `${views} · ${plural(downloads, 'download')}`;
  return `${views} · ${downloads.toLocaleString()} of ${downloadLimit.toLocaleString()} downloads`;
}
