import { messageSchema, type ReportForm } from '@waybill/contracts';
import { tokenHeader } from '../../lib/access/file-tokens.js';
import { api } from '../../lib/api/api.js';

/** Target of a report. `id`: of the file or bundle, or the slug of the link. */
export interface ReportTarget {
  readonly kind: 'files' | 'bundles' | 'links';
  readonly id: string;
}

const reportingApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<{ message: string }, ReportTarget & { form: ReportForm }>({
      query: ({ kind, id, form }) => ({
        url: `${kind}/${id}/report`,
        method: 'POST',
        headers: tokenHeader(id),
        body: form,
      }),
      responseSchema: messageSchema,
    }),
  }),
});

export const { useReportMutation } = reportingApi;
