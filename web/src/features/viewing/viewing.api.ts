import { tokenHeader } from '../../lib/access/file-tokens.js';
import { answerWith } from '../../lib/api/answer-fields.js';
import { api } from '../../lib/api/api.js';

const viewingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Address of the file in the external document viewer. Valid for five minutes. */
    getViewer: build.query<{ url: string }, string>({
      query: (id) => ({ url: `files/${id}/viewer`, headers: tokenHeader(id) }),
      responseSchema: answerWith<{ url: string }>({ url: 'string' }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetViewerQuery } = viewingApi;
