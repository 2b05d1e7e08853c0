import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { AuditEntry } from '@waybill/contracts';
import { JoinedFacts } from '../components/ui/joined-facts.js';
import { useAdminAuditInfiniteQuery } from '../features/admin/admin.api.js';
import { AdminList, useAdminSearch } from '../features/admin/components/admin-list.js';
import { AdminPage } from '../features/admin/components/admin-nav.js';
import { Facts } from '../features/admin/components/facts.js';
import { formatDateTime } from '../lib/format/date.js';
import { pollingOptions } from '../lib/polling.js';

/** `/admin/audit`: who did what, when and from where. */
export function AdminAuditPage() {
  const query = useAdminAuditInfiniteQuery(useAdminSearch(), pollingOptions(0));
  return (
    <AdminPage title="Audit log">
      <Group gap="md">
        <Anchor href="/api/admin/audit/export?format=csv" download size="sm">
          Export as CSV
        </Anchor>
        <Anchor href="/api/admin/audit/export?format=json" download size="sm">
          Export as JSON
        </Anchor>
      </Group>
      <AdminList
        query={query}
        hint="Words of an action, an id, a reason, or an address"
        empty="No actions yet"
      >
        {(entry) => <EntryCard entry={entry} />}
      </AdminList>
    </AdminPage>
  );
}

function EntryCard({ entry }: { entry: AuditEntry }) {
  return (
    <Paper p="md">
      <Stack gap={4}>
        <Group gap="sm">
          <Text fw={600} size="sm">
            {entry.action}
          </Text>
          {entry.outcome !== 'done' && <Badge color="gray">{entry.outcome}</Badge>}
        </Group>
        {(entry.subject ?? entry.detail) && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <JoinedFacts facts={[entry.subject, entry.detail].filter((part) => part !== null)} />
          </Text>
        )}
        <Facts facts={[entry.actor.email, formatDateTime(entry.at), `From ${entry.address}`]} />
      </Stack>
    </Paper>
  );
}
