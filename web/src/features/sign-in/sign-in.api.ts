import {
  messageSchema,
  type newPasskeySchema,
  type PasskeyOptions,
  passkeyOptionsSchema,
  type PasskeyResponse,
  passkeySchema,
  type PasskeyView,
  providerPageSchema,
  type SignInMethods,
  signInMethodsSchema,
  type User,
  userSchema,
} from '@waybill/contracts';
import type { z } from 'zod';
import { api } from '../../lib/api/api.js';

interface Confirmation {
  /** Left out after a recent log-in. */
  readonly password?: string | undefined;
}

/** Calls about passkeys, single sign-on and the first password of an account. */
const signInApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSignInMethods: build.query<SignInMethods, void>({
      query: () => 'user/sign-in',
      responseSchema: signInMethodsSchema,
      providesTags: ['SignIn'],
    }),
    setFirstPassword: build.mutation<{ message: string }, { new_password: string }>({
      query: (body) => ({ url: 'user/password', method: 'POST', body }),
      responseSchema: messageSchema,
      invalidatesTags: (_done, error) => (error ? [] : ['SignIn']),
    }),
    connectSingleSignOn: build.mutation<{ url: string }, Confirmation>({
      query: (body) => ({ url: 'user/single-sign-on', method: 'POST', body }),
      responseSchema: providerPageSchema,
    }),
    disconnectSingleSignOn: build.mutation<null, void>({
      query: () => ({ url: 'user/single-sign-on', method: 'DELETE' }),
      invalidatesTags: (_done, error) => (error ? [] : ['SignIn']),
    }),
    finishSingleSignOn: build.mutation<User, { code: string }>({
      query: (body) => ({ url: 'auth/oidc/code', method: 'POST', body }),
      responseSchema: userSchema,
      invalidatesTags: (_user, error) => (error ? [] : ['User', 'Files', 'File', 'Analytics']),
    }),
    beginPasskeyLogIn: build.mutation<PasskeyOptions, void>({
      query: () => ({ url: 'login/passkey/options', method: 'POST' }),
      responseSchema: passkeyOptionsSchema,
    }),
    logInWithPasskey: build.mutation<User, { response: PasskeyResponse }>({
      query: (body) => ({ url: 'login/passkey', method: 'POST', body }),
      responseSchema: userSchema,
      invalidatesTags: (_user, error) => (error ? [] : ['User', 'Files', 'File', 'Analytics']),
    }),
    listPasskeys: build.query<PasskeyView[], void>({
      query: () => 'user/passkeys',
      responseSchema: passkeySchema.array(),
      providesTags: ['Passkeys'],
    }),
    beginPasskey: build.mutation<PasskeyOptions, Confirmation>({
      query: (body) => ({ url: 'user/passkeys/options', method: 'POST', body }),
      responseSchema: passkeyOptionsSchema,
    }),
    addPasskey: build.mutation<PasskeyView, z.input<typeof newPasskeySchema>>({
      query: (body) => ({ url: 'user/passkeys', method: 'POST', body }),
      responseSchema: passkeySchema,
      invalidatesTags: (_passkey, error) => (error ? [] : ['Passkeys']),
    }),
    renamePasskey: build.mutation<PasskeyView, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `user/passkeys/${id}`, method: 'PUT', body: { name } }),
      responseSchema: passkeySchema,
      invalidatesTags: ['Passkeys'],
    }),
    removePasskey: build.mutation<null, string>({
      query: (id) => ({ url: `user/passkeys/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Passkeys'],
    }),
  }),
});

export const {
  useGetSignInMethodsQuery,
  useSetFirstPasswordMutation,
  useConnectSingleSignOnMutation,
  useDisconnectSingleSignOnMutation,
  useFinishSingleSignOnMutation,
  useBeginPasskeyLogInMutation,
  useLogInWithPasskeyMutation,
  useListPasskeysQuery,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = signInApi;
