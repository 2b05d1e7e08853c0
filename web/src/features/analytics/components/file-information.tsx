import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AnalyticsReport } from '@waybill/contracts';
import { formatDateTime } from '../../../lib/format/date.js';
import { Stat } from './stat.js';

/** Facts about the file or bundle of the report (spec §2). */
export function FileInformation({ file, isBundle }: { file: AnalyticsReport['file']; isBundle: boolean }) {
  return (
    <Paper p="lg" component="section" aria-labelledby="file-information">
      <Stack gap="md">
        <Title order={2} id="file-information">
          {isBundle ? 'Bundle Information' : 'File Information'}
        </Title>
        <Text fw={600} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {file.originalName}
        </Text>
        <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} m={0}>
          <Stat name="Total downloads" value={file.viewCount.toLocaleString()} />
          <Stat name="Upload date" value={formatDateTime(file.createdAt)} />
          <Stat
            name="Expiry date"
            value={file.deleteAt.Time ? formatDateTime(file.deleteAt.Time) : 'Never'}
          />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
