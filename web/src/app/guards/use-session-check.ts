import type { User } from '@waybill/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { sessionApi } from '../../features/session/session.api.js';
import type { AppStore } from '../store.js';

/**
 * Asks the server for the signed-in user when a page is opened. The guards show the page to an already known user
 * without waiting. After a failure, the next click on a link to the page checks again.
 */
export function useSessionCheck(onAnswer?: (user: User | null) => void) {
  const dispatch = useDispatch<AppStore['dispatch']>();
  const { key } = useLocation();
  const [check, setCheck] = useState<'running' | 'answered' | 'failed'>('running');

  const isAnswered = useRef(false);

  const finish = useEffectEvent(({ data, error }: { data?: User | null; error?: unknown }) => {
    isAnswered.current = !error;
    if (!error) onAnswer?.(data ?? null);
    setCheck(error ? 'failed' : 'answered');
  });
  useEffect(() => {
    if (isAnswered.current) return;
    void dispatch(
      sessionApi.endpoints.getUser.initiate(undefined, { forceRefetch: true, subscribe: false }),
    ).then((answer) => finish(answer));
  }, [dispatch, key]);
  return check;
}
