import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AnalyticsReport } from '@waybill/contracts';
import { formatDateTime } from '../../../lib/format/date.js';
import { Fact } from './fact.js';

/** What the report is about (spec §2). */
export function FileInformation({ file }: { file: AnalyticsReport['file'] }) {
  return (
    <Paper p="lg" component="section" aria-labelledby="file-information">
      <Stack gap="md">
        <Title order={2} id="file-information">
          File Information
        </Title>
        <Text fw={600} fz="lg" style={{ overflowWrap: 'anywhere' }}>
          {file.originalName}
        </Text>
        <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} m={0}>
          <Fact name="Total downloads" value={file.viewCount.toLocaleString()} />
          <Fact name="Upload date" value={formatDateTime(file.createdAt)} />
          <Fact
            name="Expiry date"
            value={file.deleteAt.Time ? formatDateTime(file.deleteAt.Time) : 'Never'}
          />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
