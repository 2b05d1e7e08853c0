import { uiMessages } from '@waybill/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepSentName, sentNames } from '../sent-files.js';

/** Facts about a file that the server needs before its first byte. */
export interface Destination {
  readonly sender: string;
  readonly senderEmail: string;
  /** Token of a request with a password. */
  readonly token: string | null;
}

/** A file that waits to be sent to a file request, or is being sent. */
export interface SendingItem {
  readonly key: number;
  readonly file: File;
  readonly destination: Destination;
  /** `lost`: cannot be sent at the moment, retried automatically. */
  readonly step: 'waiting' | 'sending' | 'lost' | 'failed';
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

/** A file that is being sent. `done` rejects with a {@link Refusal}. */
interface Transfer {
  readonly done: Promise<unknown>;
  /** Stops the transfer and deletes the bytes that were sent. */
  cancel(): void;
  /** Stops the transfer. The server keeps the bytes that were sent, so that it can be resumed. */
  end(): void;
}

/** An answer that ends a transfer. */
export interface Refusal {
  readonly message: string;
  readonly status: number;
}

export type StartSending = (
  item: SendingItem,
  onChange: (changes: Partial<SendingItem>) => void,
) => Promise<Transfer>;

interface Running {
  readonly key: number;
  transfer: Transfer | null;
  hasEnded: boolean;
}

/**
 * Sends files one after the other: an anonymous browser gets its identity cookie with the first response, and parallel
 * uploads before it would belong to different browsers. `onRefused` runs when the file request takes no more files, or
 * needs its password again.
 */
export function useSending(slug: string, start: StartSending, onRefused: (answer: Refusal) => void): Sending {
  const [items, setItems] = useState<readonly SendingItem[]>([]);
  const [sent, setSent] = useState(() => sentNames(slug));
  const nextKey = useRef(0);
  const current = useRef<Running | null>(null);

  const change = useCallback((key: number, changes: Partial<SendingItem>) => {
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  }, []);

  const send = useCallback(
    async (item: SendingItem) => {
      const { key, file } = item;
      const running: Running = { key, transfer: null, hasEnded: false };
      current.current = running;
      change(key, { step: 'sending', fraction: 0, problem: null });
      try {
        const transfer = await start(item, (changes) => change(key, changes));
        running.transfer = transfer;
        if (running.hasEnded) transfer.cancel();
        await transfer.done;
        keepSentName(slug, file.name);
        setSent(sentNames(slug));
        setItems((all) => all.filter((other) => other.key !== key));
      } catch (error) {
        const isRefusal = error instanceof Error && 'status' in error && typeof error.status === 'number';
        const problem = isRefusal ? error.message : uiMessages.uploadFailed;
        change(key, { step: 'failed', problem });
        if (isRefusal && [401, 410].includes(error.status as number)) onRefused(error as Error & Refusal);
      } finally {
        if (current.current === running) current.current = null;
      }
    },
    [change, onRefused, slug, start],
  );

  useEffect(() => {
    if (current.current !== null) return;
    const next = items.find(({ step }) => step === 'waiting');
    // eslint-disable-next-line react-hooks/set-state-in-effect -- Begins the next transfer, which reports by its state.
    if (next) void send(next);
  }, [items, send]);

  useEffect(() => () => current.current?.transfer?.end(), []);
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
        current.current.hasEnded = true;
        current.current.transfer?.cancel();
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
