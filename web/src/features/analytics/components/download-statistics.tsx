import { Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { type AnalyticsReport, analyticsMessages } from '@waybill/contracts';
import { Suspense } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { formatDateTime } from '../../../lib/format/date.js';
import { lazyPart } from '../../../lib/lazy-part.js';
import classes from './analytics.module.css';

const ViewsChart = lazyPart(() => import('./views-chart.js').then((module) => module.ViewsChart));
const CountryChart = lazyPart(() => import('./country-chart.js').then((module) => module.CountryChart));

/** The two charts, or the empty state (spec §2). */
export function DownloadStatistics({
  views,
  series,
  countries,
  isNarrowed,
}: {
  /** Views of the report. */
  views: number;
  series: AnalyticsReport['series'];
  countries: AnalyticsReport['countries'];
  /** Whether filters hide visits. */
  isNarrowed: boolean;
}) {
  return (
    <Paper p="lg" component="section" aria-labelledby="download-statistics">
      <Stack gap="md">
        <Title order={2} id="download-statistics">
          Download Statistics
        </Title>
        {views === 0 ? (
          <EmptyState
            icon={IconChartLine}
            title={isNarrowed ? 'No views match these filters' : analyticsMessages.statisticsNone}
            heading={3}
          >
            {isNarrowed ? 'Choose other days, or reset the filters.' : analyticsMessages.statisticsHint}
          </EmptyState>
        ) : (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
            <figure className={classes.figure}>
              <Text component="figcaption" fw={600} size="sm" mb="sm">
                Downloads by Country
              </Text>
              <Suspense fallback={<Skeleton height={260} />}>
                <CountryChart countries={countries} />
              </Suspense>
            </figure>
            <figure className={classes.figure}>
              <Text component="figcaption" fw={600} size="sm" mb="sm">
                Cumulative Views
              </Text>
              <Suspense fallback={<Skeleton height={260} />}>
                <ViewsChart series={series} />
              </Suspense>
              <details className={classes.figures}>
                <summary>As a table</summary>
                <SeriesTable series={series} />
              </details>
            </figure>
          </SimpleGrid>
        )}
      </Stack>
    </Paper>
  );
}

/** The curve as a table of at most 30 points, the last one included. */
function SeriesTable({ series }: { series: AnalyticsReport['series'] }) {
  const step = Math.ceil(series.length / 30);
  const shown = series.filter((_, index) => (series.length - 1 - index) % step === 0);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Views until then</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ at, views }) => (
          <tr key={`${at} ${views}`}>
            <th scope="row">{formatDateTime(at)}</th>
            <td>{views.toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
