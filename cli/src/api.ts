import type { ErrorCode } from '@waybill/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNotFound, NetworkError, NOT_FOUND, RefusedError } from './errors.js';
import { printable } from './output/format.js';
import { retryDelay } from './retry-delay.js';
import type { Credentials } from './settings/credentials.js';

const RESPONSE_MS = 60_000;
const RETRY_DELAYS_MS = [500, 2000, 5000];
/**
 * Statuses of a request that Waybill, or a proxy before it, has refused before anything was done. After a timeout
 * within Waybill, 503 can mean that it was done all the same: a second link or empty bundle does no harm.
 */
const NOTHING_DONE: unknown[] = [408, 423, 429, 503];
/** Code for a lost file, which no later attempt finds. */
const CONTENT_MISSING: ErrorCode = 'files.content-missing';

interface Call {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response with its parsed body. */
interface ParsedResponse<T> extends Pick<Response, 'status' | 'headers'> {
  readonly body: T;
}

/** Calls the HTTP API of a Waybill. */
export class Api {
  constructor(
    /** Without a slash at the end. */
    readonly url: string,
    readonly token: string | null,
  ) {}

  get headers(): Record<string, string> {
    return {
      'user-agent': 'waybill-cli',
      ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
    };
  }

  /** @returns the parsed body, or undefined of an empty one. @throws RefusedError, NetworkError */
  async json<T>(path: string, call: Call = {}): Promise<T> {
    return (await this.answer<T>(path, call)).body;
  }

  /**
   * Like `json`, with status and headers. The status 404 is returned for a DELETE that is repeated because its answer
   * was lost: the first attempt has most likely done it.
   */
  answer<T>(path: string, call: Call = {}): Promise<ParsedResponse<T>> {
    return this.retry(call, async (mayBeDone) => {
      try {
        const response = await this.send(path, call);
        const { status, headers } = response;
        return { status, headers, body: (await this.read(response)) as T };
      } catch (error) {
        const isDeleted = mayBeDone && call.method === 'DELETE';
        if (!isDeleted || !isNotFound(error)) throw error;
        return { status: NOT_FOUND, headers: new Headers(), body: undefined as T };
      }
    });
  }

  /** All items of a list, page by page. */
  async *pages<T>(path: string): AsyncGenerator<T> {
    let cursor: string | null = null;
    do {
      const { body, headers }: ParsedResponse<T[]> = await this.answer<T[]>(
        cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`,
      );
      yield* body;
      cursor = headers.get('x-next-cursor');
    } while (cursor !== null);
  }

  /** A response whose body is not read. @throws RefusedError, NetworkError */
  response(path: string, call: Call = {}): Promise<Response> {
    return this.retry(call, () => this.send(path, call));
  }

  /**
   * Retries after temporary failures. POST is not idempotent, so it is repeated only if nothing was done.
   *
   * @param attempt called with whether an earlier attempt may have done what was requested
   */
  private async retry<T>({ method }: Call, attempt: (mayBeDone: boolean) => Promise<T>): Promise<T> {
    let mayBeDone = false;
    for (let failures = 0; ; failures += 1) {
      try {
        return await attempt(mayBeDone);
      } catch (error) {
        mayBeDone ||= !(error instanceof NetworkError && NOTHING_DONE.includes(error.status));
        const delaysMs = method === 'POST' && mayBeDone ? [] : RETRY_DELAYS_MS;
        const delayMs = retryDelay(error, delaysMs, failures);
        if (delayMs === undefined) throw error;
        await sleep(delayMs);
      }
    }
  }

  private async send(path: string, { method = 'GET', body, headers }: Call): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(this.url + path, {
        method,
        headers: {
          ...this.headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(RESPONSE_MS),
        // A redirect to another origin drops the token, and makes a POST a GET.
        redirect: this.token === null && (method === 'GET' || method === 'HEAD') ? 'follow' : 'manual',
      });
    } catch (error) {
      throw new NetworkError(`${this.url} cannot be reached: ${reasonOf(error)}`);
    }
    const target = redirectOf(response);
    if (target !== null)
      throw new RefusedError(
        `${this.url} redirects to ${target.origin}. If that is your Waybill, use its address.`,
        response.status,
      );
    if (response.status >= 400) throw await refusal(response);
    return response;
  }

  /** @throws NetworkError when the connection breaks, RefusedError when another server than a Waybill answers */
  private async read(response: Response): Promise<unknown> {
    let text: string;
    try {
      text = await response.text();
    } catch (error) {
      throw new NetworkError(`The connection to ${this.url} is broken: ${reasonOf(error)}`);
    }
    const body = parseBody(text);
    if (body === undefined && text !== '')
      throw new RefusedError(
        `${this.url} does not answer like a Waybill. Check the address.`,
        response.status,
      );
    return body;
  }
}

/** The API at an address. The token of the log-in is sent only to the Waybill that it belongs to. */
export function apiAt(url: string, credentials: Credentials | undefined): Api {
  return new Api(url, credentials?.url === url ? credentials.token : null);
}

/** @returns the target of a redirect that was not followed; null for another response */
function redirectOf({ status, headers, url }: Response): URL | null {
  const target = headers.get('location');
  const isRedirect = status >= 300 && status < 400 && target !== null && URL.canParse(target, url);
  return isRedirect ? new URL(target, url) : null;
}

/** @returns the error of `refusalOf` */
export async function refusal(response: Response): Promise<RefusedError | NetworkError> {
  const body = await response.text().catch(() => '');
  return refusalOf(response.status, body, response.url, response.headers.get('retry-after'));
}

/**
 * @param body body of the response; its `message` becomes the message of the error
 * @param retryAfter header of the response
 * @returns NetworkError for a temporary refusal
 */
export function refusalOf(
  status: number,
  body: string,
  url: string,
  retryAfter: string | null = null,
): RefusedError | NetworkError {
  const { message, code } = (parseBody(body) ?? {}) as { message?: unknown; code?: unknown };
  const sentence = typeof message === 'string' ? printable(message) : null;
  return isTemporary(status) && code !== CONTENT_MISSING
    ? new NetworkError(
        sentence ?? `${url} answered ${status}. Try again later.`,
        millisecondsOf(retryAfter),
        status,
      )
    : new RefusedError(sentence ?? `${url} answered ${status}`, status);
}

/** Too slow, locked by another request, too many requests, or a failure of the server other than a full disk. */
function isTemporary(status: number): boolean {
  return [408, 423, 429].includes(status) || (status >= 500 && status !== 507);
}

/** @param retryAfter seconds or a date. @returns 0 if it is neither, or in the past */
function millisecondsOf(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  const milliseconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now();
  return milliseconds > 0 ? milliseconds : 0;
}

export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
