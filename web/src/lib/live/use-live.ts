import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../api/api.js';
import { timings } from '../timings.js';
import { liveConnection } from './live-connection.js';
import { type Readers, readersAfter } from './readers.js';

/**
 * Keeps lists and reports up to date by the events of the account, and says who is reading. While it is not connected,
 * callers poll.
 */
export function useLive(): { readonly isConnected: boolean; readonly readers: Readers } {
  const dispatch = useDispatch();
  const [readers, setReaders] = useState<Readers>(new Map());
  const isConnected = useSyncExternalStore(
    (onChange) => liveConnection.watch(onChange),
    () => liveConnection.isConnected,
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer = undefined;
      dispatch(api.util.invalidateTags(['Analytics', 'Files', 'Overview']));
    };
    const stop = liveConnection.listen((event) => {
      setReaders((current) => readersAfter(current, event));
      // Events of one moment cause one refetch.
      timer ??= setTimeout(refetch, timings.liveRefetch);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [dispatch]);

  return { isConnected, readers };
}
