import { Badge, Button, Center, Paper, Stack, Table, Text, Title } from '@mantine/core';
import type { AnalyticsEntry } from '@waybill/contracts';
import { FormError } from '../../../components/ui/form-error.js';
import { formatDateTime } from '../../../lib/format/date.js';
import { VisitStrip } from './visit-strip.js';
import { useEffect, useRef, useState } from 'react';
import classes from './analytics.module.css';

/** Visits that are not loaded yet. */
export interface OlderVisits {
  readonly load: () => void;
  readonly isLoading: boolean;
  /** Why the last call failed. Null: it did not. */
  readonly failure: string | null;
}

/** Visits that are added to the table at a time. One call fetches 100. */
const SHOWN = 25;

/**
 * Table of visits, newest first (spec §2). `nothing`: text for an empty list. `more`: fetches older visits; absent
 * on the last page.
 */
export function RecentDownloads({
  entries,
  nothing,
  pageCount = 1,
  isMedia = false,
  more,
}: {
  entries: readonly AnalyticsEntry[];
  nothing: string;
  /** Pages of the file, or parts of a medium. */
  pageCount?: number;
  isMedia?: boolean;
  more?: OlderVisits;
}) {
  const [limit, setLimit] = useState(SHOWN);
  const shown = entries.slice(0, limit);
  const body = useRef<HTMLTableSectionElement>(null);
  /** Index of the first new row. It takes the focus, because the focused button moves below it or disappears. */
  const nextRow = useRef<number | null>(null);
  useEffect(() => {
    if (nextRow.current === null || nextRow.current >= shown.length) return;
    const { activeElement: active } = document;
    const isHere = active === document.body || body.current?.closest('section')?.contains(active);
    if (isHere) body.current?.rows[nextRow.current]?.focus();
    nextRow.current = null;
  }, [shown.length]);
  const showMore = () => {
    nextRow.current = shown.length;
    setLimit(limit + SHOWN);
    if (limit + SHOWN > entries.length) more?.load();
  };
  return (
    <Paper p="lg" component="section" aria-labelledby="recent-downloads">
      <Stack gap="md">
        <Title order={2} id="recent-downloads">
          Recent Downloads
        </Title>
        <Table className={classes.entries} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time</Table.Th>
              <Table.Th>IP Address</Table.Th>
              <Table.Th>Country</Table.Th>
              <Table.Th>Browser</Table.Th>
              <Table.Th>Referer</Table.Th>
              <Table.Th>Read</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {shown.map((entry) => (
              <EntryRow key={entry.id} entry={entry} pageCount={pageCount} isMedia={isMedia} />
            ))}
            {entries.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={6}>
                  <Text c="dimmed" ta="center" py="lg" size="sm">
                    {nothing}
                  </Text>
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
        <FormError message={more?.failure ?? undefined} />
        {(more ?? limit < entries.length) && (
          <Center>
            <Button variant="default" size="sm" loading={more?.isLoading ?? false} onClick={showMore}>
              Load more
            </Button>
          </Center>
        )}
      </Stack>
    </Paper>
  );
}

function countryOf({ country }: AnalyticsEntry): string {
  return country || 'Unknown';
}

function EntryRow({
  entry,
  pageCount,
  isMedia,
}: {
  entry: AnalyticsEntry;
  pageCount: number;
  isMedia: boolean;
}) {
  const place = [entry.city, countryOf(entry)].filter(Boolean).join(', ');
  const origin = entry.sharedWith ? `Mail to ${entry.sharedWith}` : entry.referer || 'Direct';
  return (
    <Table.Tr tabIndex={-1}>
      <Table.Td data-label="Time">{formatDateTime(entry.accessedAt)}</Table.Td>
      <Table.Td data-label="IP Address" title={entry.email ?? undefined}>
        {entry.ipAddress}
        {entry.email !== null && (
          <Text size="xs" c="dimmed" truncate>
            {entry.email}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Country" title={place}>
        {countryOf(entry)}
        {entry.city !== '' && (
          <Text size="xs" c="dimmed" truncate>
            {entry.city}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Browser" title={entry.userAgent}>
        {entry.browser || 'Unknown'}
      </Table.Td>
      <Table.Td data-label="Referer" title={origin}>
        {origin}
        {entry.link?.name && (
          <Text size="xs" c="dimmed" title={entry.link.name} truncate>
            {entry.link.id === entry.link.slug ? entry.link.name : `Link “${entry.link.name}”`}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Read">
        {entry.isBot ? (
          <Badge color="gray">Bot</Badge>
        ) : (
          <VisitStrip entry={entry} pageCount={pageCount} isMedia={isMedia} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
