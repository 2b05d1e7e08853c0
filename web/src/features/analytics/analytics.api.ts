import {
  type AnalyticsReport,
  analyticsReportSchema,
  type Overview,
  overviewSchema,
} from '@waybill/contracts';
import { api } from '../../lib/api/api.js';
import { cursorPages } from '../../lib/api/cursor-pages.js';
import { queryOf, type ReportQuery } from './report-query.js';

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The report of a file or bundle. Further pages contain older entries. */
    getAnalytics: build.infiniteQuery<AnalyticsReport, ReportQuery, string | null>({
      ...cursorPages,
      query: ({ queryArg: report, pageParam: cursor }) => ({
        url: `${report.kind}s/${report.id}/analytics`,
        params: { ...queryOf(report), ...(cursor !== null && { cursor }) },
        // An empty body with status 200 is an error with a message of its own (spec §7).
        validateStatus: (response, body) => response.ok && body !== null,
      }),
      responseSchema: analyticsReportSchema,
      providesTags: ['Analytics'],
    }),
    getOverview: build.query<Overview, number>({
      query: (days) => ({ url: 'overview', params: { days } }),
      responseSchema: overviewSchema,
      providesTags: ['Overview'],
    }),
  }),
});

export const { useGetAnalyticsInfiniteQuery, useGetOverviewQuery } = analyticsApi;
