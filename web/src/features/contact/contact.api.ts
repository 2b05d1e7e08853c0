import { type Contact, messageSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendContactMessage: build.mutation<{ message: string }, Contact>({
      query: (body) => ({ url: 'contact', method: 'POST', body }),
      responseSchema: messageSchema,
    }),
  }),
});

export const { useSendContactMessageMutation } = contactApi;
