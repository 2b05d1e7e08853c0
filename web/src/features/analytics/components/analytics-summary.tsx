import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { AnalyticsSummary as Summary } from '@waybill/contracts';
import { formatDateTime } from '../../../lib/format/date.js';
import { Stat } from './stat.js';

/** The four summary figures (spec §2). */
export function AnalyticsSummary({ summary }: { summary: Summary }) {
  return (
    <Paper p="lg" component="section" aria-labelledby="analytics-summary">
      <Stack gap="md">
        <Title order={2} id="analytics-summary">
          Analytics Summary
        </Title>
        <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0}>
          <Stat size="xl" name="Total Views" value={summary.totalViews.toLocaleString()} />
          <Stat size="xl" name="Unique Visitors" value={summary.uniqueVisitors.toLocaleString()} />
          <Stat size="xl" name="Unique Countries" value={summary.uniqueCountries.toLocaleString()} />
          <Stat name="First View" value={summary.firstView ? formatDateTime(summary.firstView) : 'Never'} />
        </SimpleGrid>
        <Text size="sm" c="dimmed" maw={680}>
          Visitors are told apart without cookies: by a keyed hash of network address and browser that is made
          for this file alone, so that nobody is followed from one file to another.
        </Text>
      </Stack>
    </Paper>
  );
}
