import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import type { Person } from '@waybill/contracts';
import { useAdminPeopleInfiniteQuery } from '../features/admin/admin.api.js';
import { AdminList, useAdminSearch } from '../features/admin/components/admin-list.js';
import { AdminPage } from '../features/admin/components/admin-nav.js';
import { Facts } from '../features/admin/components/facts.js';
import { InvitePerson } from '../features/admin/components/invite-person.js';
import { PersonActions } from '../features/admin/components/person-actions.js';
import { formatDate, formatDateTime } from '../lib/format/date.js';
import { pollingOptions } from '../lib/polling.js';

/** `/admin/people`: all accounts. */
export function AdminPeoplePage() {
  const query = useAdminPeopleInfiniteQuery(useAdminSearch(), pollingOptions(0));
  return (
    <AdminPage title="People">
      <InvitePerson />
      <AdminList query={query} hint="Words of names and addresses" empty="Nobody found">
        {(person) => <PersonCard person={person} />}
      </AdminList>
    </AdminPage>
  );
}

function PersonCard({ person }: { person: Person }) {
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Group gap="sm">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {person.name}
          </Text>
          {person.isAdmin && <Badge>Administrator</Badge>}
          {person.suspendedAt && <Badge color="red">Suspended</Badge>}
          {!person.activatedAt && <Badge color="orange">Not activated</Badge>}
        </Group>
        <Facts
          facts={[
            person.email,
            `Since ${formatDate(person.createdAt)}`,
            person.lastSeenAt && `Last seen ${formatDateTime(person.lastSeenAt)}`,
          ]}
        />
        <PersonActions person={person} />
      </Stack>
    </Paper>
  );
}
