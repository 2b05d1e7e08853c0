import { useEffect, useState } from 'react';

/** Result of a worker, or its state. */
export type InTime<Result> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'done'; readonly result: Result };

type Make<Source, Result> = (source: Source, signal: AbortSignal) => Promise<Result | null>;

/** Formats a text in a worker. `make`: one of the functions `…InTime`, whose null or error is a failure. */
export function useInTime<Source, Result>(make: Make<Source, Result>, source: Source): InTime<Result> {
  const [made, setMade] = useState<{ source: Source; result: Result | null } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void make(source, leaving.signal)
      .catch(() => null)
      .then((result) => {
        if (!leaving.signal.aborted) setMade({ source, result });
      });
    return () => leaving.abort();
  }, [make, source]);
  if (made?.source !== source) return { state: 'loading' };
  return made.result === null ? { state: 'failed' } : { state: 'done', result: made.result };
}
