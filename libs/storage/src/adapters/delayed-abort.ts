/** A signal that fires `ms` after `signal` does, so that what is nearly done can end. */
export function delayedAbort(signal: AbortSignal, ms: number): AbortSignal {
  const later = new AbortController();
  const wait = (): void => void setTimeout(() => later.abort(signal.reason), ms).unref();
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return later.signal;
}
