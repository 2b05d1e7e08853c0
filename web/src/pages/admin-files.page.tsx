import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { type AdminFile, formatSize } from '@waybill/contracts';
import { TextLink } from '../components/ui/text-link.js';
import { useAdminFilesInfiniteQuery } from '../features/admin/admin.api.js';
import { AdminList, useAdminSearch } from '../features/admin/components/admin-list.js';
import { AdminPage } from '../features/admin/components/admin-nav.js';
import { Facts } from '../features/admin/components/facts.js';
import { Takedown } from '../features/admin/components/takedown.js';
import { formatDateTime } from '../lib/format/date.js';
import { paths } from '../lib/paths.js';
import { pollingOptions } from '../lib/polling.js';

/** `/admin/files`: all files, to find, take down and restore. */
export function AdminFilesPage() {
  const query = useAdminFilesInfiniteQuery(useAdminSearch(), pollingOptions(0));
  return (
    <AdminPage title="Files">
      <AdminList
        query={query}
        hint="Address of a file, address of its owner, or words of its name"
        empty="No files found"
      >
        {(file) => <FileCard file={file} />}
      </AdminList>
    </AdminPage>
  );
}

function FileCard({ file }: { file: AdminFile }) {
  const { takenDown, scanState, openReports, owner } = file;
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Group gap="sm">
          <TextLink to={paths.view(file.id)} style={{ overflowWrap: 'anywhere' }}>
            {file.originalName}
          </TextLink>
          {takenDown && <Badge color="red">Taken down</Badge>}
          {scanState === 'infected' && <Badge color="red">Infected: {file.scanFinding}</Badge>}
          {scanState === 'pending' && <Badge color="gray">Being scanned</Badge>}
          {openReports > 0 && <Badge color="orange">Open reports: {openReports}</Badge>}
          {file.isPasswordProtected && <Badge color="gray">Password</Badge>}
        </Group>
        <Facts
          facts={[
            owner ? `${owner.name} (${owner.email})` : 'Without an account',
            formatSize(file.size),
            `Uploaded ${formatDateTime(file.createdAt)}`,
            file.deleteAt && `Expires ${formatDateTime(file.deleteAt)}`,
            `Views: ${file.viewCount.toLocaleString()}`,
          ]}
        />
        {takenDown && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Reason: {takenDown.reason}
          </Text>
        )}
        <Takedown subject={{ kind: 'file', id: file.id }} isTakenDown={takenDown !== null} />
      </Stack>
    </Paper>
  );
}
