import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  fetchBaseQuery,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { timings } from '../timings.js';
import { type ApiError, toApiError } from './api-error.js';

/** What cached answers are about: a change of one makes the answers that carry its tag stale. */
const tagTypes = [
  'User',
  'Subscription',
  'Sessions',
  'Files',
  'File',
  'Analytics',
  'Promotion',
  'Health',
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
  // The session ended behind our back: asking for the user again takes the person to /login where one is needed.
  if (error.code === 'auth.required') store.dispatch(api.util.invalidateTags(['User']));
  return { error, meta: result.meta };
};

/** The one cache of server answers. Features add their calls to it in their own `*.api.ts`. */
export const api = createApi({
  baseQuery,
  tagTypes,
  catchSchemaFailure: (): ApiError => ({ status: null, code: null, message: null, errors: [] }),
  endpoints: () => ({}),
});
