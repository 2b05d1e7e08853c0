import { answerWith } from '../../lib/api/answer-fields.js';
import { api } from '../../lib/api/api.js';

const viewingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Address of the file in the external document viewer, valid for five minutes. Takes the address of the call, with
     * the token or bundle that opens the file.
     */
    getViewer: build.query<{ url: string }, string>({
      query: (address) => address.replace(/^\/api\//, ''),
      responseSchema: answerWith<{ url: string }>({ url: 'string' }),
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetViewerQuery } = viewingApi;
