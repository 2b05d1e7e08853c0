import { Paper, SimpleGrid, Stack, Title } from '@mantine/core';
import type { AnalyticsReport } from '@waybill/contracts';
import { BarList, type Share } from '../../../components/charts/bar-list.js';

/** Counts of visits by property: devices, systems, browsers, origins, places and links. */
export function Breakdowns({ report }: { report: AnalyticsReport }) {
  const { devices, systems, browsers, referrers, cities, links } = report;
  const countries = report.countries.map(({ country: name, count }) => ({ name, count }));
  const total = report.summary.totalViews;
  const lists: readonly [string, readonly Share[]][] = [
    ['Countries', countries],
    ['Cities', cities],
    ['Referrers', referrers],
    ['Links', links],
    ['Devices', devices.map(({ name, count }) => ({ name: capitalised(name), count }))],
    ['Systems', systems],
    ['Browsers', browsers],
  ];
  return (
    <Paper p="lg" component="section" aria-labelledby="breakdowns">
      <Stack gap="md">
        <Title order={2} id="breakdowns">
          Who and Where
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="xl">
          {lists.map(([title, values]) => (
            <BarList key={title} title={title} values={values} total={total} />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
