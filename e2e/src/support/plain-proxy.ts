import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy that adds no forwarding header. */
export interface PlainProxy {
  readonly url: string;
  close(): void;
}

/**
 * Starts the equivalent of `location / { proxy_pass http://127.0.0.1:3000; }` in nginx since 1.29.7: a proxy on the
 * same machine that speaks HTTP/1.1 to the gateway and names no client.
 * @param host `kept`: passes the client's Host on (`proxy_set_header Host $host`); `rewritten`: sends the gateway's
 */
export async function startPlainProxy(target: string, host: 'kept' | 'rewritten'): Promise<PlainProxy> {
  const server = createServer((incoming, response) => {
    const headers = { ...incoming.headers };
    delete headers.connection;
    if (host === 'rewritten') headers.host = new URL(target).host;
    const outgoing = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers, setHost: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
