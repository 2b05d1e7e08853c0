import type { FileSettings, FileView } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';
import { fileSchema } from './files.api.js';

/** Calls that change files. In a file of their own, because the home page, which is to load quickly, makes none. */
const fileChangesApi = api.injectEndpoints({
  endpoints: (build) => ({
    saveSettings: build.mutation<FileView, { id: string; settings: FileSettings }>({
      query: ({ id, settings }) => ({ url: `files/${id}/settings`, method: 'PUT', body: settings }),
      responseSchema: fileSchema,
      invalidatesTags: (_file, error, { id }) => (error ? [] : ['Files', { type: 'File', id }, 'Analytics']),
    }),
    deleteFile: build.mutation<null, string>({
      query: (id) => ({ url: `files/${id}`, method: 'DELETE' }),
      // A call that failed can have been done all the same, or have come too late.
      invalidatesTags: ['Files', 'Bundles', 'Bundle'],
    }),
  }),
});

export const { useSaveSettingsMutation, useDeleteFileMutation } = fileChangesApi;
