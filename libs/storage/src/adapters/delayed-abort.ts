/** Returns a signal that fires `ms` milliseconds after `signal`, so that a request that is almost finished can end. */
export function delayedAbort(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  const wait = (): void => void setTimeout(() => later.abort(signal.reason), ms).unref();
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return later.signal;
}
