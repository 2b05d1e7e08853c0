import type { User } from '@waybill/contracts';
import { answerWith, orNull } from '../../lib/api/answer-fields.js';
import { api } from '../../lib/api/api.js';
import { hasLoginHint } from './login-hint.js';

/** Calls about the current session, which every page makes. */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The signed-in user, or null. Being signed out is not an error. Skips the call without a login hint, because
     * browsers print each 401 to the console.
     */
    getUser: build.query<User | null, void>({
      async queryFn(_none, _store, _options, request) {
        if (!hasLoginHint()) return { data: null };
        const { data, error, meta } = await request({
          url: 'user',
          validateStatus: (response) => response.ok || response.status === 401,
        });
        if (error) return { error };
        return { data: meta?.response?.status === 401 ? null : (data as User) };
      },
      responseSchema: orNull(
        answerWith<User>({ id: 'string', name: 'string', email: 'string', subscription: 'string' }),
      ),
      providesTags: ['User'],
    }),
    logOut: build.mutation<null, void>({
      query: () => ({ url: 'logout', method: 'POST' }),
    }),
  }),
});

export const { useGetUserQuery, useLogOutMutation } = sessionApi;
