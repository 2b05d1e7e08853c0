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
import { sessionApi } from './session.api.js';

/** Calls of the forms that open an account or a session. */
const credentialsApi = api.injectEndpoints({
  endpoints: (build) => ({
    logIn: build.mutation<User, Login>({
      query: (body) => ({ url: 'login', method: 'POST', body }),
      responseSchema: userSchema,
      // The server has moved the files of this browser to the account, which changes who owns them.
      invalidatesTags: (_user, error) => (error ? [] : ['Files', 'File', 'Analytics']),
      async onQueryStarted(_form, { dispatch, queryFulfilled }) {
        // A late refusal of the expired session would remove the cookies of the new one.
        dispatch(sessionApi.util.getRunningQueryThunk('getUser', undefined))?.abort();
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) await dispatch(sessionApi.util.upsertQueryData('getUser', undefined, data));
      },
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
  useLogInMutation,
  useSignUpMutation,
  useVerifyEmailQuery,
  useRequestPasswordResetMutation,
  useCheckPasswordResetQuery,
  useResetPasswordMutation,
} = credentialsApi;
