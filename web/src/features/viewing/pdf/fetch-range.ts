/** Delays before further attempts, in milliseconds. */
const DELAYS = [500, 1_500, 4_000];

/** A response without the bytes. */
export class RefusedBytes extends Error {
  constructor(readonly status: number) {
    super(`The server answered ${status}`);
  }
}

/** Bytes of a file, and its length. */
export interface FetchedRange {
  readonly bytes: Uint8Array;
  readonly total: number;
}

/** Fetches the bytes from `begin` to before `end`, again after a failure that may pass. */
export function fetchRange(
  address: string,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<FetchedRange> {
  return attempt(signal, async () => {
    const response = await send(address, { headers: { range: `bytes=${begin}-${end - 1}` }, signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    // Some proxies ignore ranges.
    if (response.status === 200) return { bytes: bytes.subarray(begin, end), total: bytes.length };
    const [, total] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    return { bytes, total: Number(total ?? bytes.length) };
  });
}

/** Requests the whole file, again after a failure that may pass. */
export function fetchWhole(address: string, signal: AbortSignal): Promise<Response> {
  return attempt(signal, () => send(address, { signal }));
}

async function send(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  if (!response.ok) throw new RefusedBytes(response.status);
  return response;
}

async function attempt<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  for (const delay of DELAYS) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return read();
}

function isFinal(error: unknown): boolean {
  return error instanceof RefusedBytes && error.status < 500 && ![408, 429].includes(error.status);
}
