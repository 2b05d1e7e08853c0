import { Center, Loader, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { type AnalyticsReport, analyticsMessages } from '@waybill/contracts';
import { ErrorState } from '../components/ui/error-state.js';
import { ButtonLink } from '../components/ui/button-link.js';
import { PageHeading } from '../components/ui/page-heading.js';
import { useLiveAnalytics } from '../features/analytics/use-live-analytics.js';
import { AnalyticsSummary } from '../features/analytics/components/analytics-summary.js';
import { Breakdowns } from '../features/analytics/components/breakdowns.js';
import { DownloadStatistics } from '../features/analytics/components/download-statistics.js';
import { FileInformation } from '../features/analytics/components/file-information.js';
import { PageReading } from '../features/analytics/components/page-reading.js';
import { type OlderVisits, RecentDownloads } from '../features/analytics/components/recent-downloads.js';
import { ReportFilters } from '../features/analytics/components/report-filters.js';
import { isNarrowed, type ReportQuery } from '../features/analytics/report-query.js';
import { useReportQuery } from '../features/analytics/use-report-query.js';
import { useCountryChoices } from '../features/analytics/use-country-choices.js';
import { useReportLinks } from './use-report-links.js';
import { NowReading } from '../components/ui/now-reading.js';
import { isApiError, sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';
import { useFileId } from '../lib/use-file-id.js';

/** `/analytics/{uuid}`: who opened a file, when and from where (spec §2). */
export function AnalyticsPage() {
  return <ReportPage kind="file" title="File Analytics" />;
}

/** `/b/{uuid}/analytics`: who opened a bundle, when and from where. */
export function BundleAnalyticsPage() {
  return <ReportPage kind="bundle" title="Bundle Analytics" />;
}

function ReportPage({ kind, title }: { kind: ReportQuery['kind']; title: string }) {
  const id = useFileId();
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
      <Report key={id} kind={kind} id={id} />
    </Stack>
  );
}

function Report({ kind, id }: Pick<ReportQuery, 'kind' | 'id'>) {
  const [query, setQuery] = useReportQuery(kind, id);
  const {
    currentData,
    error,
    refetch,
    fetchNextPage,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    readers,
  } = useLiveAnalytics(query);
  const [report] = currentData?.pages ?? [];
  const entries = currentData?.pages.flatMap((page) => page.analytics) ?? [];
  const { links, error: linksError, retry: retryLinks } = useReportLinks(query, entries);
  const countries = useCountryChoices(report);
  if (isApiError(error) && error.status === 404) {
    return (
      <>
        <DownloadStatistics views={0} series={[]} countries={[]} isNarrowed={isNarrowed(query)} />
        <RecentDownloads entries={[]} nothing={analyticsMessages.analyticsNone} />
      </>
    );
  }
  return (
    <>
      <Stack gap="xs">
        {report && <NowReading readers={readers} targetId={id} mimeType={report.file.mimeType} />}
        <ReportFilters
          query={query}
          links={links}
          countries={countries}
          views={report?.summary.totalViews}
          onChange={setQuery}
        />
        {report && linksError !== undefined && (
          <ErrorState
            message={sentenceOf(linksError, 'The links could not be loaded')}
            onRetry={retryLinks}
          />
        )}
      </Stack>
      {report && (
        <Sections
          report={report}
          isBundle={kind === 'bundle'}
          isNarrowed={isNarrowed(query)}
          entries={entries}
          more={
            hasNextPage
              ? {
                  load: () => void fetchNextPage(),
                  isLoading: isFetchingNextPage,
                  failure: isFetchNextPageError ? sentenceForFailure(error) : null,
                }
              : undefined
          }
        />
      )}
      {!report && error && <ErrorState message={sentenceForFailure(error)} onRetry={() => void refetch()} />}
      {!report && !error && (
        <Center mih={320} role="status">
          <Loader aria-label="Loading analytics" />
        </Center>
      )}
    </>
  );
}

function Sections({
  report,
  isBundle,
  isNarrowed,
  entries,
  more,
}: {
  report: AnalyticsReport;
  isBundle: boolean;
  isNarrowed: boolean;
  entries: AnalyticsReport['analytics'];
  more: OlderVisits | undefined;
}) {
  const hasViews = report.summary.totalViews > 0;
  return (
    <>
      <FileInformation file={report.file} isBundle={isBundle} />
      <DownloadStatistics
        views={report.summary.totalViews}
        series={report.series}
        countries={report.countries}
        isNarrowed={isNarrowed}
      />
      <AnalyticsSummary summary={report.summary} />
      {hasViews && !isBundle && <PageReading report={report} />}
      {hasViews && <Breakdowns report={report} />}
      <RecentDownloads
        entries={entries}
        nothing={isNarrowed ? 'No views match these filters' : analyticsMessages.analyticsNoViews}
        pageCount={pageCountOf(report, entries)}
        isMedia={/^(video|audio)\//.test(report.file.mimeType)}
        more={more}
      />
    </>
  );
}

/** Number of pages of the file as known from visits: the last read page, or `pagesSeen / completion` if higher. */
function pageCountOf({ pages }: AnalyticsReport, entries: AnalyticsReport['analytics']): number {
  const counts = entries.map(({ pagesSeen, completion }) =>
    completion > 0 ? Math.round(pagesSeen / completion) : 0,
  );
  return Math.max(1, pages.at(-1)?.page ?? 0, ...counts);
}

function sentenceForFailure(error: unknown): string {
  const isEmpty = isApiError(error) && error.status === 200;
  return isEmpty
    ? analyticsMessages.analyticsEmptyBody
    : sentenceOf(error, analyticsMessages.analyticsFailed);
}
