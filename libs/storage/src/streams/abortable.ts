import { Readable } from 'node:stream';

/**
 * `body`, but it throws the signal's reason as soon as that fires, even while the body keeps us waiting.
 * However it ends, the body is closed.
 */
export async function* abortable(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  let giveUp: () => void = () => undefined;
  const onAbort = (): void => giveUp();
  signal?.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      // One promise per chunk: racing a single long-lived one would keep every chunk alive with it.
      const next = await new Promise<IteratorResult<Uint8Array, unknown> | null>((resolve, reject) => {
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

/** Not awaited: an iterator that still waits for its source would only answer after it. */
function close(body: AsyncIterable<Uint8Array>, iterator: AsyncIterator<Uint8Array>): void {
  if (body instanceof Readable) body.destroy();
  else iterator.return?.().catch(() => undefined);
}
