import { linkSchema, type LinkView, messageSchema, type ShareEmail } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const sharingApi = api.injectEndpoints({
  endpoints: (build) => ({
    shareByEmail: build.mutation<{ message: string }, { fileId: string; form: ShareEmail }>({
      query: ({ fileId, form }) => ({ url: `share/email/${fileId}`, method: 'POST', body: form }),
      responseSchema: messageSchema,
      // Refetch the links: the server may have created one for the recipient.
      invalidatesTags: (_message, error) => (error ? [] : ['Links']),
    }),
    /** Switches the first link on. Its id is the id of the file or bundle. */
    switchFirstLinkOn: build.mutation<LinkView, string>({
      query: (fileId) => ({ url: `links/${fileId}`, method: 'PUT', body: { isActive: true } }),
      responseSchema: linkSchema,
      invalidatesTags: (_link, error) => (error ? [] : ['Links', 'Files', 'File', 'Bundle']),
    }),
  }),
});

export const { useShareByEmailMutation, useSwitchFirstLinkOnMutation } = sharingApi;
