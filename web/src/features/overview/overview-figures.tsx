import { Anchor, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Overview } from '@waybill/contracts';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/format/date.js';
import { paths } from '../../lib/paths.js';
import { BarList } from '../../components/charts/bar-list.js';
import { ViewsPerDay } from './views-per-day.js';
import classes from './overview.module.css';

/** Figures of the account: views per day, by country, link and file, and the files that expire soon. */
export function OverviewFigures({ overview }: { overview: Overview }) {
  const { countries, links, topFiles, expiringSoon, viewsPerDay, totalViews } = overview;
  return (
    <>
      <ViewsPerDay days={viewsPerDay} total={totalViews} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Paper p="lg" component="section" aria-labelledby="top-files">
          <Stack gap="md">
            <Title order={2} id="top-files">
              Most Opened
            </Title>
            {topFiles.length === 0 ? (
              <Text c="dimmed">Nothing was opened in these days.</Text>
            ) : (
              <ol className={classes.list}>
                {topFiles.map(({ id, kind, originalName, views }) => (
                  <li key={id}>
                    <Anchor
                      component={Link}
                      to={kind === 'bundle' ? paths.bundleAnalytics(id) : paths.analytics(id)}
                    >
                      {originalName}
                    </Anchor>
                    <span>{views.toLocaleString()}</span>
                  </li>
                ))}
              </ol>
            )}
          </Stack>
        </Paper>
        <Paper p="lg" component="section" aria-labelledby="expiring-soon">
          <Stack gap="md">
            <Title order={2} id="expiring-soon">
              Expiring Soon
            </Title>
            {expiringSoon.length === 0 ? (
              <Text c="dimmed">Nothing expires within a week.</Text>
            ) : (
              <ul className={classes.list}>
                {expiringSoon.map(({ id, kind, originalName, deleteAt }) => (
                  <li key={id}>
                    <Anchor component={Link} to={kind === 'bundle' ? paths.bundleShare(id) : paths.share(id)}>
                      {originalName}
                    </Anchor>
                    <span>{deleteAt.Time && formatDateTime(deleteAt.Time)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Stack>
        </Paper>
        <Paper p="lg">
          <BarList
            title="Countries"
            isSection
            total={totalViews}
            values={countries.map(({ country: name, count }) => ({ name, count }))}
          />
        </Paper>
        <Paper p="lg">
          <BarList title="Links" isSection total={totalViews} values={links} />
        </Paper>
      </SimpleGrid>
    </>
  );
}
