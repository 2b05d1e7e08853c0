import { formatSize } from '@waybill/contracts';
import { Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ErrorState } from '../components/ui/error-state.js';
import { useAdminOverviewQuery } from '../features/admin/admin.api.js';
import { AdminPage } from '../features/admin/components/admin-nav.js';
import { PromotionSection } from '../features/admin/components/promotion-section.js';
import { sentenceOf } from '../lib/api/api-error.js';
import { pollingOptions } from '../lib/polling.js';

/** `/admin`: the figures of this installation. */
export function AdminOverviewPage() {
  return (
    <AdminPage title="Overview">
      <Figures />
      <PromotionSection />
    </AdminPage>
  );
}

function Figures() {
  const { data, error, refetch } = useAdminOverviewQuery(undefined, pollingOptions());
  if (!data && error) {
    const message = sentenceOf(error, 'The figures could not be loaded.');
    return <ErrorState message={message} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={320} radius="lg" role="status" aria-label="Loading figures" />;
  const { people, queues, deliveries } = data;
  const waiting = deliveries.reduce((sum, service) => sum + service.waiting + service.retrying, 0);
  const dead = deliveries.reduce((sum, { deadLetters }) => sum + deadLetters, 0);
  return (
    <Stack gap="lg">
      <Section
        title="People and files"
        figures={[
          ['People', people.activated.toLocaleString()],
          ['Not activated', people.pending.toLocaleString()],
          ['Suspended', people.suspended.toLocaleString()],
          ['Files', data.files.toLocaleString()],
          ['Bytes', formatSize(data.bytes)],
          ['Open reports', data.openReports.toLocaleString()],
          ['Taken down', data.takenDown.toLocaleString()],
          ['Infected', data.infected.toLocaleString()],
        ]}
      />
      <Section
        title="Queues"
        figures={[
          ['Events to publish', queues.events.toLocaleString()],
          ['Events to deliver', waiting.toLocaleString()],
          ['Dead letters', dead.toLocaleString()],
          ['Previews', queues.previews.toLocaleString()],
          ['Virus scans', queues.scans.toLocaleString()],
        ]}
      />
    </Stack>
  );
}

function Section({
  title,
  figures,
}: {
  title: string;
  figures: readonly (readonly [label: string, value: string])[];
}) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Title order={2} fz="h3">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {figures.map(([label, value]) => (
          <Paper key={label} p="md">
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fw={700} fz="xl">
              {value}
            </Text>
          </Paper>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
