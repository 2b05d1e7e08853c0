import { z } from 'zod';
import { tokenHeader } from '../../lib/access/file-tokens.js';
import { api } from '../../lib/api/api.js';

const viewerSchema = z.object({ url: z.url() });

const viewingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Address of the file in the external document viewer. Valid for five minutes. */
    getViewer: build.query<z.infer<typeof viewerSchema>, string>({
      query: (id) => ({ url: `files/${id}/viewer`, headers: tokenHeader(id) }),
      responseSchema: viewerSchema,
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetViewerQuery } = viewingApi;
