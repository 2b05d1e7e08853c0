import { Paper, SimpleGrid, Stack, Title } from '@mantine/core';
import type { AnalyticsSummary as Summary } from '@waybill/contracts';
import { formatDateTime } from '../../../lib/format/date.js';
import { Fact } from './fact.js';

/** The four figures (spec §2). */
export function AnalyticsSummary({ summary }: { summary: Summary }) {
  return (
    <Paper p="lg" component="section" aria-labelledby="analytics-summary">
      <Stack gap="md">
        <Title order={2} id="analytics-summary">
          Analytics Summary
        </Title>
        <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0}>
          <Fact size="xl" name="Total Views" value={summary.totalViews.toLocaleString()} />
          <Fact size="xl" name="Unique Visitors" value={summary.uniqueVisitors.toLocaleString()} />
          <Fact size="xl" name="Unique Countries" value={summary.uniqueCountries.toLocaleString()} />
          <Fact name="First View" value={summary.firstView ? formatDateTime(summary.firstView) : 'Never'} />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
