import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { sessionApi } from '../../features/session/session.api.js';
import { api } from '../../lib/api/api.js';
import type { AppStore } from '../store.js';

const selectUser = sessionApi.endpoints.getUser.select();

/**
 * Clears the cached data of an account once another account is signed in or its session has ended. Subscribes to the
 * store, because a page that was rendered with the data would keep it. Does nothing when a visitor without an account
 * signs in: a reset would end the uploads of the page.
 */
export function useAccountChange(id: string): void {
  const store = useStore() as AppStore;
  useEffect(() => {
    const stop = store.subscribe(() => {
      const { data: user } = selectUser(store.getState());
      if (user === undefined || user?.id === id) return;
      stop();
      store.dispatch(api.util.resetApiState());
      store.dispatch(
        sessionApi.util.upsertQueryEntries([{ endpointName: 'getUser', arg: undefined, value: user }]),
      );
    });
    return stop;
  }, [store, id]);
}
