import { Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeading } from '../components/ui/page-heading.js';
import { type HealthCheck, useCheckHealthQuery } from '../features/status/status.api.js';
import { pollingOptions } from '../lib/polling.js';
import { timings } from '../lib/timings.js';

/** `/status`: checks on load and every 30 seconds (spec §4). */
export function StatusPage() {
  const { data } = useCheckHealthQuery(undefined, pollingOptions(timings.statusPoll));
  return (
    <Stack gap="xl" maw={640} mx="auto">
      <PageHeading title="System Status" description="Checked from your browser every 30 seconds." />
      <Paper p="lg">
        <Stack gap="md">
          <Row name="Service Status">
            <div aria-live="polite">
              {data ? <StatusBadge status={data.status} /> : <Badge color="gray">Checking</Badge>}
            </div>
          </Row>
          <Row name="Last Check">
            {data ? new Date(data.checkedAt).toLocaleTimeString() : <Skeleton height={18} width={90} />}
          </Row>
          <Row name="Response Time">
            {data ? `${data.responseMs} ms` : <Skeleton height={18} width={60} />}
          </Row>
        </Stack>
      </Paper>
      {data && <Components components={data.components} />}
    </Stack>
  );
}

function Components({ components }: { components: HealthCheck['components'] }) {
  const names = Object.keys(components);
  if (names.length === 0) return null;
  return (
    <Paper p="lg">
      <Stack gap="md">
        {names.map((name) => (
          <Row key={name} name={name}>
            <StatusBadge status={components[name] === 'ok' ? 'ok' : 'degraded'} />
          </Row>
        ))}
      </Stack>
    </Paper>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text c="dimmed">{name}</Text>
      <Text component="div" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Text>
    </Group>
  );
}

function StatusBadge({ status }: { status: HealthCheck['status'] }) {
  return status === 'ok' ? (
    <Badge size="lg">Operational</Badge>
  ) : (
    <Badge size="lg" color="red">
      Degraded
    </Badge>
  );
}
