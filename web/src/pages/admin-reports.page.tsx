import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { AdminReport } from '@waybill/contracts';
import { TextLink } from '../components/ui/text-link.js';
import { useAdminReportsInfiniteQuery, useDismissReportMutation } from '../features/admin/admin.api.js';
import { AdminList, useAdminSearch } from '../features/admin/components/admin-list.js';
import { AdminPage } from '../features/admin/components/admin-nav.js';
import { Facts } from '../features/admin/components/facts.js';
import { Takedown } from '../features/admin/components/takedown.js';
import { reasonNames } from '../features/reporting/report-reasons.js';
import { sentenceOf } from '../lib/api/api-error.js';
import { formatDateTime } from '../lib/format/date.js';
import { plural } from '../lib/format/duration.js';
import { passFocusToList } from '../lib/pass-focus.js';
import { paths } from '../lib/paths.js';
import { pollingOptions } from '../lib/polling.js';
import { showFailureToast } from '../lib/toast.js';

/** `/admin/reports`: reports of visitors, open ones first. */
export function AdminReportsPage() {
  const query = useAdminReportsInfiniteQuery(useAdminSearch(), pollingOptions(0));
  return (
    <AdminPage title="Reports">
      <AdminList
        query={query}
        hint="Address of a file, bundle or link, a reason, or the address of the reporter"
        empty="No reports"
      >
        {(report) => <ReportCard report={report} />}
      </AdminList>
    </AdminPage>
  );
}

function ReportCard({ report }: { report: AdminReport }) {
  const { id, file, bundle, reason, message, state } = report;
  const count = bundle?.fileIds.length ?? 1;
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Group gap="sm">
          {bundle ? (
            <TextLink to={paths.bundle(bundle.id)} style={{ overflowWrap: 'anywhere' }}>
              {bundle.name ?? file.originalName}
            </TextLink>
          ) : (
            <TextLink to={paths.view(file.id)} style={{ overflowWrap: 'anywhere' }}>
              {file.originalName}
            </TextLink>
          )}
          {bundle && (
            <Badge color="gray">{`Bundle, ${count === 0 ? 'no files' : plural(count, 'file')}`}</Badge>
          )}
          <Badge color="orange">{reasonNames[reason]}</Badge>
          {state !== 'open' && <Badge color="gray">{outcomeOf(report)}</Badge>}
        </Group>
        <Facts
          facts={[`Reported ${formatDateTime(report.createdAt)}`, report.email && `By ${report.email}`]}
        />
        {message && (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {message}
          </Text>
        )}
        {bundle?.fileIds.length === 0 && (
          <Text size="sm">Nobody can open a file of this bundle. Taking it down deletes the bundle.</Text>
        )}
        <Takedown
          subject={{ kind: 'report', id }}
          isTakenDown={state !== 'open' && file.takenDown !== null}
          suggestedReason={`Reported: ${reasonNames[reason].toLowerCase()}`}
        >
          {state === 'open' && <Dismiss id={id} />}
        </Takedown>
      </Stack>
    </Paper>
  );
}

/** Outcome of a decided report. The takedown of a bundle without files deleted it, so it cannot be restored. */
function outcomeOf({ state, file, bundle }: AdminReport): string {
  if (state === 'dismissed') return 'Dismissed';
  return file.takenDown === null && bundle?.fileIds.length !== 0 ? 'Restored' : 'Taken down';
}

function Dismiss({ id }: { id: string }) {
  const [dismiss, { isLoading }] = useDismissReportMutation();
  const onDismiss = async () => {
    const { error } = await dismiss(id);
    if (error) showFailureToast(sentenceOf(error, 'The report could not be closed.'));
  };
  return (
    <Button
      ref={passFocusToList}
      size="xs"
      variant="default"
      loading={isLoading}
      onClick={() => void onDismiss()}
    >
      Dismiss
    </Button>
  );
}
