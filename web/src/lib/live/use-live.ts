import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../api/api.js';
import { timings } from '../timings.js';
import { liveConnection } from './live-connection.js';
import { type Readers, readersAfter } from './readers.js';

const noReaders: Readers = new Map();
const tags = ['Analytics', 'Files', 'Overview'] as const;

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
      dispatch(api.util.invalidateTags([...tags]));
    };
    const stop = liveConnection.listen((event, at) => {
      setReaders((current) => readersAfter(current, event, at));
      // Events of one moment cause one refetch.
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

  // After an interruption: what happened in it may be older than the events that the server keeps.
  const wasConnected = useRef(false);
  useEffect(() => {
    if (!isConnected) return;
    if (wasConnected.current) dispatch(api.util.invalidateTags([...tags]));
    wasConnected.current = true;
  }, [dispatch, isConnected]);

  return { isConnected, readers: isUnsure ? noReaders : readers };
}
