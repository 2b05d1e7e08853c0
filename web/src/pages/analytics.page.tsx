import { Center, Loader, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type AnalyticsReport, uiMessages } from '@waybill/contracts';
import { ErrorState } from '../components/ui/error-state.js';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { useLiveAnalytics } from '../features/analytics/use-live-analytics.js';
import { AnalyticsSummary } from '../features/analytics/components/analytics-summary.js';
import { DownloadStatistics } from '../features/analytics/components/download-statistics.js';
import { FileInformation } from '../features/analytics/components/file-information.js';
import { RecentDownloads } from '../features/analytics/components/recent-downloads.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';
import { useFileId } from '../lib/use-file-id.js';

/** `/analytics/{uuid}`: who opened a file, when and from where (spec §2). */
export function AnalyticsPage() {
  return <AnalyticsOf title="File Analytics" subject={`files/${useFileId()}`} />;
}

/** `/b/{uuid}/analytics`: the same of a bundle. */
export function BundleAnalyticsPage() {
  return <AnalyticsOf title="Bundle Analytics" subject={`bundles/${useFileId()}`} />;
}

function AnalyticsOf({ title, subject }: { title: string; subject: string }) {
  return (
    <Stack gap="xl">
      <div>
        <ButtonLink
          to={paths.uploads}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
          mb="xs"
          ml={-8}
        >
          Back to Files
        </ButtonLink>
        <PageHeading title={title} />
      </div>
      <Report subject={subject} />
    </Stack>
  );
}

function Report({ subject }: { subject: string }) {
  const { currentData, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } =
    useLiveAnalytics(subject);
  const [report] = currentData?.pages ?? [];

  if (isApiError(error) && error.status === 404) {
    return (
      <>
        <DownloadStatistics series={[]} countries={[]} />
        <RecentDownloads entries={[]} nothing={uiMessages.analyticsNone} />
      </>
    );
  }
  if (!report && error)
    return <ErrorState message={sentenceForFailure(error)} onRetry={() => void refetch()} />;
  if (!report) {
    return (
      <Center mih={320} role="status">
        <Loader aria-label="Loading analytics" />
      </Center>
    );
  }
  return (
    <Sections
      report={report}
      entries={currentData?.pages.flatMap((page) => page.analytics) ?? []}
      more={hasNextPage ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage } : undefined}
    />
  );
}

function Sections({
  report,
  entries,
  more,
}: {
  report: AnalyticsReport;
  entries: AnalyticsReport['analytics'];
  more: { load: () => void; isLoading: boolean } | undefined;
}) {
  return (
    <>
      <FileInformation file={report.file} />
      <DownloadStatistics series={report.series} countries={report.countries} />
      <AnalyticsSummary summary={report.summary} />
      <RecentDownloads entries={entries} nothing={uiMessages.analyticsNoViews} more={more} />
    </>
  );
}

function sentenceForFailure(error: unknown): string {
  const isEmpty = isApiError(error) && error.status === 200;
  return isEmpty ? uiMessages.analyticsEmptyBody : sentenceOf(error, uiMessages.analyticsFailed);
}
