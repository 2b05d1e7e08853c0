import { parseFileId, uiMessages } from '@waybill/contracts';
import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { configApi } from '../lib/config/config.api.js';
import { sessionApi } from '../features/session/session.api.js';
import { isApiError } from '../lib/api/api-error.js';
import { clearLoginDestination, saveLoginDestination } from '../lib/login-destination.js';
import { paths } from '../lib/paths.js';
import type { AppStore } from './store.js';

/** Loads the limits of this installation before the first page names one. Without an answer the page is shown anyway. */
export function loadConfig(store: AppStore) {
  return async () => {
    await store.dispatch(configApi.endpoints.getConfig.initiate());
    return null;
  };
}

/** Shows the not-found page for a malformed file id (spec §2). */
export function requireFileId({ params }: LoaderFunctionArgs): null {
  // React Router passes a thrown Response to the error page.
  // oxlint-disable-next-line typescript/only-throw-error
  if (parseFileId(params['fileId']) === null) throw new Response(null, { status: 404 });
  return null;
}

/**
 * Checks with the server who is signed in; an unauthenticated user goes to /login (spec §2, §4). Without an answer
 * it shows an error, because a login form would not help a user who is signed in.
 */
export function requireLogin(store: AppStore) {
  return async (args: LoaderFunctionArgs) => {
    // A malformed id gives the not-found page without a login first.
    if (args.params['fileId'] !== undefined) requireFileId(args);
    const { data: user, error } = await store.dispatch(
      sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    if (user) {
      clearLoginDestination();
      return null;
    }
    if (isApiError(error) && error.status !== 401) {
      // oxlint-disable-next-line typescript/only-throw-error
      throw new Response(uiMessages.userLoadFailed, { status: 503 });
    }
    const { pathname, search } = new URL(args.request.url);
    saveLoginDestination(pathname + search);
    return redirect(paths.login);
  };
}

/** Shows the not-found page to everyone but administrators, like the server. */
export function requireAdmin(store: AppStore) {
  return async () => {
    const { data: user } = await store.dispatch(
      sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    // oxlint-disable-next-line typescript/only-throw-error
    if (!user?.isAdmin) throw new Response(null, { status: 404 });
    return null;
  };
}
