import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../api/api.js';
import { timings } from '../timings.js';
import { liveConnection } from './live-connection.js';
import { type Readers, readersAfter } from './readers.js';

const noReaders: Readers = new Map();
const tags = ['Analytics', 'Files', 'Bundles', 'Bundle', 'Overview'] as const;

/** Whether live events arrive. Another part of the screen has to receive them by `useLive`. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (onChange) => liveConnection.watch(onChange),
    () => liveConnection.isConnected,
  );
}

/**
 * Refetches lists and reports after live events of the account, and keeps the list of present readers. Callers have to
 * poll while it is not connected.
 */
export function useLive(): { readonly isConnected: boolean; readonly readers: Readers } {
  const dispatch = useDispatch();
  const [readers, setReaders] = useState<Readers>(new Map());
  const isConnected = useIsLive();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refetch = () => {
      timer = undefined;
      dispatch(api.util.invalidateTags([...tags]));
    };
    const stop = liveConnection.listen((event, at) => {
      setReaders((current) => readersAfter(current, event, at));
      // Coalesce a burst of events into one refetch.
      timer ??= setTimeout(refetch, timings.liveRefetch);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [dispatch]);

  const [isUnsure, setUnsure] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setUnsure(!isConnected), isConnected ? 0 : timings.liveGrace);
    return () => clearTimeout(timer);
  }, [isConnected]);

  // Refetch after an interruption: events that the server no longer keeps were missed.
  const wasConnected = useRef(false);
  useEffect(() => {
    if (!isConnected) return;
    if (wasConnected.current) dispatch(api.util.invalidateTags([...tags]));
    wasConnected.current = true;
  }, [dispatch, isConnected]);

  return { isConnected, readers: isUnsure ? noReaders : readers };
}
