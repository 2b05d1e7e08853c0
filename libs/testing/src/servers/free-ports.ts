import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those the system gives to outgoing connections: while a server is down, a client that tries to reach it
 * would else now and then be given that very port, and talk to itself.
 */
const FIRST = 15_000;
const LAST = 32_000;

/** Different ports of 127.0.0.1 that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/** A port of 127.0.0.1 that nobody listens on. Who needs several asks for them at once: else two may be one. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
