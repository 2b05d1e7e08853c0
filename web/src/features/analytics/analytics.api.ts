import { type AnalyticsReport, analyticsReportSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The report of a file (`files/{id}`) or bundle (`bundles/{id}`). Further pages contain older entries. */
    getAnalytics: build.infiniteQuery<AnalyticsReport, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      },
      query: ({ queryArg: subject, pageParam: cursor }) => ({
        url: `${subject}/analytics`,
        params: cursor === null ? undefined : { cursor },
        // An empty body with status 200 is an error with a message of its own (spec §7).
        validateStatus: (response, body) => response.ok && body !== null,
      }),
      responseSchema: analyticsReportSchema,
      providesTags: ['Analytics'],
    }),
  }),
});

export const { useGetAnalyticsInfiniteQuery } = analyticsApi;
