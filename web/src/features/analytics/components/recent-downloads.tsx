import { Button, Center, Paper, Stack, Table, Text, Title } from '@mantine/core';
import type { AnalyticsEntry } from '@waybill/contracts';
import { formatDateTime } from '../../../lib/format/date.js';
import classes from './analytics.module.css';

/**
 * Table of visits, newest first (spec §2). `nothing`: text for an empty list. `more`: fetches older visits; absent
 * on the last page.
 */
export function RecentDownloads({
  entries,
  nothing,
  more,
}: {
  entries: readonly AnalyticsEntry[];
  nothing: string;
  more?: { readonly load: () => void; readonly isLoading: boolean };
}) {
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
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
            {entries.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={5}>
                  <Text c="dimmed" ta="center" py="lg" size="sm">
                    {nothing}
                  </Text>
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
        {more && (
          <Center>
            <Button variant="default" size="sm" loading={more.isLoading} onClick={more.load}>
              Load more
            </Button>
          </Center>
        )}
      </Stack>
    </Paper>
  );
}

function EntryRow({ entry }: { entry: AnalyticsEntry }) {
  const place = [entry.city, entry.country || 'Unknown'].filter(Boolean).join(', ');
  const origin = entry.sharedWith ? `Mail to ${entry.sharedWith}` : entry.referer || 'Direct';
  return (
    <Table.Tr>
      <Table.Td data-label="Time">{formatDateTime(entry.accessedAt)}</Table.Td>
      <Table.Td data-label="IP Address">{entry.ipAddress}</Table.Td>
      <Table.Td data-label="Country" title={place}>
        {entry.country || 'Unknown'}
      </Table.Td>
      <Table.Td data-label="Browser" title={entry.userAgent}>
        {entry.browser || 'Unknown'}
      </Table.Td>
      <Table.Td data-label="Referer" title={origin}>
        {origin}
      </Table.Td>
    </Table.Tr>
  );
}
