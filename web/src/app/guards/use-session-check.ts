import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { sessionApi } from '../../features/session/session.api.js';
import type { AppStore } from '../store.js';

/**
 * Asks the server for the signed-in user when a page is opened. The guards show the page to an already known user
 * without waiting. After a failure, the next click on a link to the page checks again.
 */
export function useSessionCheck() {
  const dispatch = useDispatch<AppStore['dispatch']>();
  const { key } = useLocation();
  const [check, setCheck] = useState<'running' | 'answered' | 'failed'>('running');

  const isAnswered = useRef(false);

  useEffect(() => {
    if (isAnswered.current) return;
    void dispatch(
      sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
    ).then(({ error }) => {
      isAnswered.current = !error;
      setCheck(error ? 'failed' : 'answered');
    });
  }, [dispatch, key]);
  return check;
}
