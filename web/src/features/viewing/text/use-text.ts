import { useEffect, useState } from 'react';

/** The text at an address. */
export type TextResult =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'loaded'; readonly text: string };

/** Fetches the preview of a text or an archive. `onDenied`: the verification token is no longer valid. */
export function useText(address: string, onDenied?: () => void): TextResult {
  const [result, setResult] = useState<TextResult>({ state: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    fetch(address, { signal: leaving.signal })
      .then(async (response) => {
        if (response.status === 401 && onDenied) onDenied();
        else if (response.ok) setResult({ state: 'loaded', text: await response.text() });
        else setResult({ state: 'failed' });
      })
      .catch(() => {
        if (!leaving.signal.aborted) setResult({ state: 'failed' });
      });
    return () => leaving.abort();
    // `onDenied` is a new function in each render, and must not cause another fetch.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [address]);
  return result;
}
