import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * - `refuse`: answer without asking Waybill
 * - `lose-answer`: let Waybill answer, and close the connection instead of passing the answer on
 * - `cut`: close the connection after some bytes of the answer's body
 */
export type Failure =
  | {
      readonly kind: 'refuse';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'lose-answer' }
  | { readonly kind: 'cut'; readonly bytes: number };

/** @param nth number of this request among those of its method and path, from 1. @returns null to pass it on */
export type FailureOf = (method: string, path: string, nth: number) => Failure | null;

/** A reverse proxy that lets single requests fail. */
export interface FailingProxy {
  readonly url: string;
  /** Methods and paths of the requests so far, without queries: `POST /api/uploads`. */
  readonly requests: readonly string[];
  close(): void;
}

export async function startFailingProxy(target: string, failureOf: FailureOf): Promise<FailingProxy> {
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    const { method = '', url = '' } = incoming;
    const [path = ''] = url.split('?');
    const line = `${method} ${path}`;
    requests.push(line);
    const failure = failureOf(method, path, requests.filter((earlier) => earlier === line).length);
    if (failure?.kind === 'refuse') {
      incoming.resume();
      incoming.on('end', () => response.writeHead(failure.status, failure.headers).end(failure.body));
    } else pass(target, incoming, response, failure);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(
  target: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  failure: Exclude<Failure, { kind: 'refuse' }> | null,
): void {
  const { method, headers } = incoming;
  const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    if (failure?.kind === 'lose-answer') {
      answer.resume();
      answer.on('end', () => response.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (failure?.kind === 'cut') cutAfter(failure.bytes, answer, response);
    else answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

function cutAfter(bytes: number, answer: IncomingMessage, response: ServerResponse): void {
  let left = bytes;
  answer.on('data', (chunk: Buffer) => {
    if (left <= 0) return;
    response.write(chunk.subarray(0, left), () => left <= 0 && response.destroy());
    left -= chunk.length;
    if (left <= 0) answer.destroy();
  });
}
