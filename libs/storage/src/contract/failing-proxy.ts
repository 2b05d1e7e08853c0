import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a proxy to the server that breaks the connection for every request whose URL matches. */
export async function startFailingProxy(
  endpoint: string,
  address: RegExp,
): Promise<{ endpoint: string; close(): void }> {
  const { hostname, port } = new URL(endpoint);
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (address.test(url)) return void incoming.socket.destroy();
    const call = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(call);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: own } = proxy.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${own}`, close: () => proxy.close().closeAllConnections() };
}
