import { Readable } from 'node:stream';

/**
 * Passes on the chunks of `body`. Throws the reason of `signal` as soon as it fires, even while the body sends nothing.
 * Closes the body.
 */
export async function* abortable<T>(
  body: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  const iterator = body[Symbol.asyncIterator]();
  let giveUp: () => void = () => undefined;
  const onAbort = (): void => giveUp();
  signal?.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      // One promise per chunk: a race with one long-lived promise would keep every chunk in memory.
      const next = await new Promise<IteratorResult<T, unknown> | null>((resolve, reject) => {
        giveUp = () => resolve(null);
        iterator.next().then(resolve, reject);
      });
      if (!next) continue;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    close(body, iterator);
  }
}

/** Does not await `return`: an iterator that waits for its source would delay it. */
function close<T>(body: AsyncIterable<T>, iterator: AsyncIterator<T>): void {
  if (body instanceof Readable) body.destroy();
  else iterator.return?.().catch(() => undefined);
}
