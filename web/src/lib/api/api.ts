import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { timings } from '../timings.js';
import { type ApiError, toApiError } from './api-error.js';

/** Cache tags. A mutation invalidates the responses with its tags. */
const tagTypes = [
  'User',
  'Subscription',
  'Sessions',
  'Totp',
  'SignIn',
  'Passkeys',
  'Tokens',
  'Notifications',
  'Webhooks',
  'Deliveries',
  'Files',
  'Bundles',
  'Bundle',
  'File',
  'Links',
  'Requests',
  'Analytics',
  'Overview',
  'Promotion',
  'Health',
  'Admin',
] as const;

const send = fetchBaseQuery({
  baseUrl: `${window.location.origin}/api`,
  credentials: 'same-origin',
  timeout: timings.httpTimeout,
});

type BaseQuery = BaseQueryFn<string | FetchArgs, unknown, ApiError, object, FetchBaseQueryMeta>;

const baseQuery: BaseQuery = async (call, store, options) => {
  const result = await send(call, store, options);
  if (!result.error) return result;
  const error = toApiError(result.error);
  // The session ended on the server. Refetching the user redirects to /login where a login is required. To everyone but
  // administrators, the administration answers as an unknown address.
  if (error.code === 'auth.required' || error.code === 'request.not-found')
    store.dispatch(api.util.invalidateTags(['User']));
  return { error, meta: result.meta };
};

/** Cache of server responses. Features add their calls in their own `*.api.ts`. */
export const api = createApi({
  baseQuery,
  tagTypes,
  catchSchemaFailure: (): ApiError => ({ status: null, code: null, message: null, errors: [] }),
  endpoints: () => ({}),
});
