import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, reasonOf, refusal } from '../api.js';
import { CommandError, NetworkError, RefusedError } from '../errors.js';
import type { Progress } from '../output/progress.js';
import { retryDelay, TRANSFER_DELAYS_MS } from '../retry-delay.js';
import type { Sink } from './sinks.js';

/** A connection without a byte for this long counts as broken. */
const STALL_MS = 60_000;

/** Request that downloads the bytes of a file or bundle. */
export interface Download {
  /** Path in the API, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Facts of the remote bytes, from the response to HEAD. */
export interface Remote {
  readonly etag: string;
  /** 0 where the response does not say it, as well as for an empty file. */
  readonly size: number;
  /** Name of `Content-Disposition`, as the server sent it. */
  readonly name: string;
}

/** The version of the remote bytes that a sink gets. Those of a bundle change with its files. */
type Version = Pick<Remote, 'etag' | 'size'>;

export async function inspect(api: Api, { path, headers }: Download): Promise<Remote> {
  const { headers: found } = await head(api, path, {
    ...headers,
    'accept-encoding': 'identity',
  });
  return {
    etag: found.get('etag') ?? '',
    size: Number(found.get('content-length')),
    name: nameIn(found.get('content-disposition') ?? ''),
  };
}

/** @returns the name of `filename*`, or that of `filename` where it is missing or malformed */
function nameIn(disposition: string): string {
  const [, plain = ''] = /filename="([^"]*)"/i.exec(disposition) ?? [];
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition.replaceAll(/"[^"]*"/g, '')) ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    return plain;
  }
}

/**
 * Sends HEAD. The response to a refused HEAD has no body, and so no error message. Then requests the metadata: that is
 * refused with a message if the file is missing or has expired.
 */
async function head(api: Api, path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    return await api.response(path, { method: 'HEAD', headers });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    await api.response(path.replace(/\/download\?.*/, ''), { headers });
    throw error;
  }
}

/** Fetches what the sink does not have yet, and resumes broken connections. @throws CommandError */
export async function download(
  api: Api,
  what: Download,
  remote: Remote,
  sink: Sink,
  progress: Progress,
): Promise<void> {
  if (sink.position > remote.size) await sink.restart();
  let version: Version = remote;
  const restart = async (response: Response) => {
    await sink.restart();
    version = versionOf(response) ?? version;
    return version;
  };
  let failures = 0;
  while (sink.position !== version.size || version.size === 0) {
    const before = sink.position;
    try {
      await fetchRest(api, what, version, sink, progress, restart);
      return;
    } catch (error) {
      failures = sink.position > before ? 0 : failures + 1;
      const delayMs = retryDelay(error, TRANSFER_DELAYS_MS, failures);
      if (delayMs === undefined) throw error;
      await sleep(delayMs);
    }
  }
}

/** @returns undefined for the page of another program, which has no ETag */
function versionOf({ headers }: Response): Version | undefined {
  const etag = headers.get('etag');
  return etag === null ? undefined : { etag, size: Number(headers.get('content-length')) };
}

/** @param restart called when all bytes arrive, because there are none yet or the file has changed */
async function fetchRest(
  api: Api,
  { path, headers }: Download,
  version: Version,
  sink: Sink,
  progress: Progress,
  restart: (response: Response) => Promise<Version>,
): Promise<void> {
  const rest = sink.position > 0 ? { range: `bytes=${sink.position}-`, 'if-range': version.etag } : {};
  const connection = new AbortController();
  const stall = setTimeout(() => connection.abort(new Error('no byte for a minute')), STALL_MS);
  let { size } = version;
  try {
    const response = await fetch(api.url + path, {
      // A proxy that compresses would change length and offsets.
      headers: { ...api.headers, ...headers, ...rest, 'accept-encoding': 'identity' },
      signal: connection.signal,
    });
    if (response.status >= 400) throw await refusal(response);
    if (response.status !== 206) ({ size } = await restart(response));
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      stall.refresh();
      await sink.write(chunk);
      progress.update(sink.position);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new NetworkError(
      `The connection to ${api.url} is broken: ${reasonOf(error)}. Run the same command again to resume.`,
    );
  } finally {
    clearTimeout(stall);
  }
  if (sink.position < size) throw new NetworkError(`${api.url} ended the download early.`);
}
