import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those the system gives to outgoing connections: while a server is down, a client that tries to reach it
 * would else now and then be given that very port, and talk to itself.
 */
const FIRST = 15_000;
const LAST = 32_000;

/** Ports of 127.0.0.1 that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
