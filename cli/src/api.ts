import { NetworkError, RefusedError } from './errors.js';
import { printable } from './output/format.js';

const RESPONSE_MS = 60_000;
const RETRY_DELAYS_MS = [500, 2000, 5000];

interface Call {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
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
    const response = await this.response(path, call);
    const text = await response.text();
    return (text === '' ? undefined : parseBody(text)) as T;
  }

  /** All items of a list, page by page. */
  async *pages<T>(path: string): AsyncGenerator<T> {
    let cursor: string | null = null;
    do {
      const response: Response = await this.response(
        cursor === null ? path : `${path}?cursor=${encodeURIComponent(cursor)}`,
      );
      yield* (await response.json()) as T[];
      cursor = response.headers.get('x-next-cursor');
    } while (cursor !== null);
  }

  /** Retries after network errors, except for POST, which is not idempotent. @throws RefusedError, NetworkError */
  async response(path: string, call: Call = {}): Promise<Response> {
    for (const delayMs of call.method === 'POST' ? [] : RETRY_DELAYS_MS) {
      try {
        return await this.send(path, call);
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        await new Promise((resolve) => setTimeout(resolve, delayMs));
      }
    }
    return this.send(path, call);
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
      });
    } catch (error) {
      throw new NetworkError(`${this.url} cannot be reached: ${reasonOf(error)}`);
    }
    if (response.status >= 400) throw await refusal(response);
    return response;
  }
}

/** @returns NetworkError for a 502 to 504 without an error body of Waybill; RefusedError for all other responses */
export async function refusal(response: Response): Promise<RefusedError | NetworkError> {
  return refusalOf(response.status, await response.text().catch(() => ''), response.url);
}

/** @param body body of the response; its `message` becomes the message of the error */
export function refusalOf(status: number, body: string, url: string): RefusedError | NetworkError {
  const { message } = (parseBody(body) ?? {}) as { message?: unknown };
  if (typeof message === 'string') return new RefusedError(printable(message), status);
  if (status >= 502 && status <= 504) return new NetworkError(`${url} answered ${status}. Try again later.`);
  return new RefusedError(`${url} answered ${status}`, status);
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
