import { messageSchema, type ShareEmail } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const sharingApi = api.injectEndpoints({
  endpoints: (build) => ({
    shareByEmail: build.mutation<{ message: string }, { fileId: string; form: ShareEmail }>({
      query: ({ fileId, form }) => ({ url: `share/email/${fileId}`, method: 'POST', body: form }),
      responseSchema: messageSchema,
    }),
  }),
});

export const { useShareByEmailMutation } = sharingApi;
