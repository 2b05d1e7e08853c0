import { fileIdSchema, uiMessages } from '@waybill/contracts';
import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { sessionApi } from '../features/session/session.api.js';
import { isApiError } from '../lib/api/api-error.js';
import { forgetDestination, rememberDestination } from '../lib/destination.js';
import { paths } from '../lib/paths.js';
import type { AppStore } from './store.js';

/** Sends an address whose file id is none to the not-found page (spec §2). */
export function requireFileId({ params }: LoaderFunctionArgs): null {
  // React Router takes what a loader throws for what the error page shows.
  // eslint-disable-next-line @typescript-eslint/only-throw-error
  if (!fileIdSchema.safeParse(params['fileId']).success) throw new Response(null, { status: 404 });
  return null;
}

/**
 * Asks the server again who is signed in; nobody goes to /login (spec §2, §4). Without an answer there is no telling:
 * whoever is signed in would only be asked for their password in vain.
 */
export function requireLogin(store: AppStore) {
  return async (args: LoaderFunctionArgs) => {
    // An address that is none is nobody's: not worth a login.
    if (args.params['fileId'] !== undefined) requireFileId(args);
    const { data: user, error } = await store.dispatch(
      sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    if (user) {
      forgetDestination();
      return null;
    }
    if (isApiError(error) && error.status !== 401) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error
      throw new Response(uiMessages.userLoadFailed, { status: 503 });
    }
    const { pathname, search } = new URL(args.request.url);
    rememberDestination(pathname + search);
    return redirect(paths.login);
  };
}
