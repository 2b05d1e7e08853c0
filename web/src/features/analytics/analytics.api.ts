import { type AnalyticsReport, analyticsReportSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A file's report; further pages bring older entries. */
    getAnalytics: build.infiniteQuery<AnalyticsReport, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      query: ({ queryArg: fileId, pageParam: cursor }) => ({
        url: `files/${fileId}/analytics`,
        params: cursor === null ? undefined : { cursor },
        // An empty body is a failure with a sentence of its own (spec §7): status 200 without a report.
        validateStatus: (response, body) => response.ok && body !== null,
      }),
      responseSchema: analyticsReportSchema,
      providesTags: ['Analytics'],
    }),
  }),
});

export const { useGetAnalyticsInfiniteQuery } = analyticsApi;
