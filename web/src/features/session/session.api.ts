import {
  type Login,
  messageSchema,
  type resetPasswordSchema,
  type SignUp,
  type User,
  userSchema,
} from '@waybill/contracts';
import type { z } from 'zod';
import { api } from '../../lib/api/api.js';
import { hasLoginHint } from './login-hint.js';

/** Calls about the session: the current user, login, logout, sign-up. */
export const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The signed-in user, or null. Being signed out is not an error. Skips the call without a login hint, because
     * browsers print each 401 to the console.
     */
    getUser: build.query<User | null, void>({
      async queryFn(_none, _store, _options, ask) {
        if (!hasLoginHint()) return { data: null };
        const { data, error, meta } = await ask({
          url: 'user',
          validateStatus: (response) => response.ok || response.status === 401,
        });
        if (error) return { error };
        return { data: meta?.response?.status === 401 ? null : (data as User) };
      },
      responseSchema: userSchema.nullable(),
      providesTags: ['User'],
    }),
    logIn: build.mutation<User, Login>({
      query: (body) => ({ url: 'login', method: 'POST', body }),
      responseSchema: userSchema,
      // The server has moved the files of this browser to the account, which changes who owns them.
      invalidatesTags: (_user, error) => (error ? [] : ['Files', 'File', 'Analytics']),
      async onQueryStarted(_form, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) await dispatch(sessionApi.util.upsertQueryData('getUser', undefined, data));
      },
    }),
    logOut: build.mutation<null, void>({
      query: () => ({ url: 'logout', method: 'POST' }),
    }),
    signUp: build.mutation<{ message: string }, SignUp>({
      query: (body) => ({ url: 'signup', method: 'POST', body }),
      responseSchema: messageSchema,
    }),
    verifyEmail: build.query<{ message: string }, { token: string; email: string }>({
      query: (params) => ({ url: 'verify-email', params }),
      responseSchema: messageSchema,
    }),
    requestPasswordReset: build.mutation<{ message: string }, { email: string }>({
      query: (body) => ({ url: 'forgot-password', method: 'POST', body }),
      responseSchema: messageSchema,
    }),
    checkPasswordReset: build.query<{ message: string }, { token: string; email: string }>({
      query: (params) => ({ url: 'reset-password', params }),
      responseSchema: messageSchema,
    }),
    resetPassword: build.mutation<{ message: string }, z.infer<typeof resetPasswordSchema>>({
      query: (body) => ({ url: 'reset-password', method: 'POST', body }),
      responseSchema: messageSchema,
    }),
  }),
});

export const {
  useGetUserQuery,
  useLogInMutation,
  useLogOutMutation,
  useSignUpMutation,
  useVerifyEmailQuery,
  useRequestPasswordResetMutation,
  useCheckPasswordResetQuery,
  useResetPasswordMutation,
} = sessionApi;
