import { messageSchema, type ReportForm } from '@waybill/contracts';
import { tokenHeader } from '../../lib/access/file-tokens.js';
import { api } from '../../lib/api/api.js';

const reportingApi = api.injectEndpoints({
  endpoints: (build) => ({
    reportFile: build.mutation<{ message: string }, { id: string; form: ReportForm }>({
      query: ({ id, form }) => ({
        url: `files/${id}/report`,
        method: 'POST',
        headers: tokenHeader(id),
        body: form,
      }),
      responseSchema: messageSchema,
    }),
  }),
});

export const { useReportFileMutation } = reportingApi;
