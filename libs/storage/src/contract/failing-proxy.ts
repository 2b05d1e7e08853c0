import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a proxy to the server that breaks the connection for every request whose URL matches.
 * @param lost `first-response`: breaks it only once, after the server has handled the request
 */
export async function startFailingProxy(
  endpoint: string,
  address: RegExp,
  lost: 'requests' | 'first-response' = 'requests',
): Promise<{ endpoint: string; close(): void }> {
  const { hostname, port } = new URL(endpoint);
  let isLost = false;
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const matches = address.test(url);
    if (matches && lost === 'requests') return void incoming.socket.destroy();
    const call = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (matches && !isLost) {
        isLost = true;
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(call);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port: own } = proxy.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${own}`, close: () => proxy.close().closeAllConnections() };
}
