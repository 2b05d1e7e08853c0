import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A bad network between a client and Waybill. */
export interface CuttingProxy {
  readonly url: string;
  /** Bytes that clients have sent since the start. */
  readonly sent: number;
  /** Bytes that clients have received since the start. */
  readonly received: number;
  close(): void;
}

/**
 * Starts a TCP proxy that breaks a connection after some bytes in either direction.
 *
 * @param bytesUntilCut of the n-th connection; Infinity lets it live
 */
export async function startCuttingProxy(
  target: string,
  bytesUntilCut: (connection: number) => number,
): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let connections = 0;
  let sent = 0;
  let received = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let left = bytesUntilCut(connections++);
    const cut = () => {
      client.resetAndDestroy();
      upstream.destroy();
    };
    const pass = (from: Socket, to: Socket, count: (bytes: number) => void) => {
      open.add(from);
      from.on('data', (chunk: Buffer) => {
        count(chunk.length);
        left -= chunk.length;
        if (left < 0) cut();
        else if (!to.write(chunk)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
      });
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
    };
    pass(client, upstream, (bytes) => (sent += bytes));
    pass(upstream, client, (bytes) => (received += bytes));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get sent() {
      return sent;
    },
    get received() {
      return received;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
