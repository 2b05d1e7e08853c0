import { Center, Group, Loader, NativeSelect, Stack } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/ui/button-link.js';
import { EmptyState } from '../components/ui/empty-state.js';
import { ErrorState } from '../components/ui/error-state.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { useGetOverviewQuery } from '../features/analytics/analytics.api.js';
import { useLive } from '../lib/live/use-live.js';
import { OverviewFigures } from '../features/overview/overview-figures.js';
import { sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';
import { pollingOptions } from '../lib/polling.js';
import { replaceSearch } from '../lib/replace-search.js';
import { timings } from '../lib/timings.js';

const choices = [7, 30, 90, 365];
const STANDARD_DAYS = 30;

/** `/overview`: views of everything that the account shares. */
export function OverviewPage() {
  const asked = Number(useSearchParams()[0].get('days'));
  const [days, setDays] = useState(choices.includes(asked) ? asked : STANDARD_DAYS);
  const show = (count: number) => {
    setDays(count);
    replaceSearch(count === STANDARD_DAYS ? {} : { days: String(count) });
  };
  return (
    <Stack gap="xl">
      <Group justify="space-between" align="end">
        <PageHeading title="Overview" />
        <NativeSelect
          label="Time"
          value={String(days)}
          data={choices.map((count) => ({ value: String(count), label: `Last ${count} days` }))}
          onChange={({ currentTarget: { value } }) => show(Number(value))}
        />
      </Group>
      <Figures days={days} />
    </Stack>
  );
}

function Figures({ days }: { days: number }) {
  const { isConnected } = useLive();
  const { data, currentData, error, refetch } = useGetOverviewQuery(
    days,
    pollingOptions(isConnected ? 0 : timings.livePoll),
  );
  // Keep the previous figures while another period is loaded.
  const overview = currentData ?? data;
  if (!overview && error) {
    const message = sentenceOf(error, 'The overview could not be loaded.');
    return <ErrorState message={message} onRetry={() => void refetch()} />;
  }
  if (!overview) {
    return (
      <Center mih={320} role="status">
        <Loader aria-label="Loading the overview" />
      </Center>
    );
  }
  if (overview.totalViews === 0 && overview.expiringSoon.length === 0) {
    return (
      <EmptyState
        icon={IconChartLine}
        title="No views in these days"
        actions={<ButtonLink to={paths.uploads}>Share a file</ButtonLink>}
      >
        Share a file, and you will see here who opens it, and from where.
      </EmptyState>
    );
  }
  return <OverviewFigures overview={overview} />;
}
