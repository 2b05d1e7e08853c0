/** Time that a worker has for one text, in milliseconds. */
const TIME_LIMIT = 2_000;

/**
 * The answer of a worker to one request, or null if it has none, fails, or takes too long. The time begins when the
 * worker is loaded. Ends the worker.
 * @throws where there are no workers
 */
export function answerInTime<Answer>(
  start: () => Worker,
  request: unknown,
  signal: AbortSignal,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const worker = start();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (answer: Answer | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    worker.onmessage = ({ data }: MessageEvent<'loaded' | { readonly answer: Answer | null }>) => {
      if (data === 'loaded') {
        timer = setTimeout(() => end(null), TIME_LIMIT);
        worker.postMessage(request);
      } else {
        end(data.answer);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(null);
    };
    signal.addEventListener('abort', () => end(null));
  });
}
