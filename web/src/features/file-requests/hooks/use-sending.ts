import { uiMessages } from '@waybill/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api/api-error.js';
import { type Destination, SendError, sendToRequest } from '../request-transfer.js';
import { keepSentName, sentNames } from '../sent-files.js';

/** A file on its way to a request. */
export interface SendingItem {
  readonly key: number;
  readonly file: File;
  readonly destination: Destination;
  readonly step: 'waiting' | 'sending' | 'failed';
  /** Sent share, 0 to 1. */
  readonly fraction: number;
  readonly problem: string | null;
}

export interface Sending {
  /** Files that have not arrived. */
  readonly items: readonly SendingItem[];
  /** Names of all files that this browser sent. */
  readonly sent: readonly string[];
  readonly add: (files: readonly File[], destination: Destination) => void;
  readonly remove: (key: number) => void;
  readonly retry: (key: number, destination: Destination) => void;
}

/**
 * Sends files one after the other, because an anonymous browser gets its identity cookie with the first answer.
 * `onRefused` gets the answer for a request that takes no more files, or needs its password again.
 */
export function useSending(slug: string, onRefused: (answer: ApiError) => void): Sending {
  const [items, setItems] = useState<readonly SendingItem[]>([]);
  const [sent, setSent] = useState(() => sentNames(slug));
  const nextKey = useRef(0);
  const current = useRef<{ readonly key: number; readonly controller: AbortController } | null>(null);

  const change = useCallback((key: number, changes: Partial<SendingItem>) => {
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }, []);

  const send = useCallback(
    async ({ key, file, destination }: SendingItem) => {
      const controller = new AbortController();
      const mine = { key, controller };
      current.current = mine;
      change(key, { step: 'sending', fraction: 0, problem: null });
      try {
        const onProgress = (fraction: number) => change(key, { fraction });
        await sendToRequest(file, destination, { onProgress, signal: controller.signal });
        keepSentName(slug, file.name);
        setSent(sentNames(slug));
        setItems((all) => all.filter((item) => item.key !== key));
      } catch (error) {
        if (controller.signal.aborted) return;
        const problem = error instanceof SendError ? error.message : uiMessages.uploadFailed;
        change(key, { step: 'failed', problem });
        if (error instanceof SendError && [401, 410].includes(error.answer.status ?? 0))
          onRefused(error.answer);
      } finally {
        if (current.current === mine) current.current = null;
      }
    },
    [change, onRefused, slug],
  );

  useEffect(() => {
    if (current.current !== null) return;
    const next = items.find(({ step }) => step === 'waiting');
    // eslint-disable-next-line react-hooks/set-state-in-effect -- Begins the next transfer, which reports by its state.
    if (next) void send(next);
  }, [items, send]);

  useEffect(() => () => current.current?.controller.abort(), []);
  useLeaveWarning(items.some(({ step }) => step !== 'failed'));

  return {
    items,
    sent,
    add: (files, destination) => {
      const added = files.map((file) => ({
        ...{ key: nextKey.current++, file, destination },
        ...{ step: 'waiting' as const, fraction: 0, problem: null },
      }));
      setItems((all) => [...all, ...added]);
    },
    remove: (key) => {
      if (current.current?.key === key) {
        current.current.controller.abort();
        current.current = null;
      }
      setItems((all) => all.filter((item) => item.key !== key));
    },
    retry: (key, destination) => change(key, { step: 'waiting', problem: null, destination }),
  };
}

/** Asks for confirmation before a tab that sends is closed. */
function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
}
