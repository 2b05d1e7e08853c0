import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Ports below the ephemeral range. From that range, a client that reconnects to a stopped server can get the server's
 * port as its own source port and connect to itself.
 */
const FIRST = 15_000;
const LAST = 32_000;
/** Time for which a port stays claimed. Longer than a cluster takes from the choice of a port until it binds it. */
const CLAIM_MS = 10 * 60_000;

/** Folder of the claims. Not in TMPDIR, which belongs to this run only: other runs choose from the same ports. */
const SHARED = '/dev/shm';
const claims = join(
  existsSync(SHARED) ? SHARED : tmpdir(),
  `waybill-test-ports-${process.getuid?.() ?? 'all'}`,
);

/** Distinct free ports of 127.0.0.1, which no other test process gets within the next minutes. */
export async function freePorts(count: number): Promise<number[]> {
  await mkdir(claims, { recursive: true });
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(FIRST, LAST);
    if ((await claim(port)) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/** A free port of 127.0.0.1, which no other test process gets within the next minutes. */
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

/** Claims a port by creating its file, so that other processes do not choose the port before a server listens on it. */
async function claim(port: number): Promise<boolean> {
  const file = join(claims, String(port));
  try {
    await (await open(file, 'wx')).close();
    return true;
  } catch {
    // Another process may have removed the file meanwhile.
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > CLAIM_MS) await rm(file, { force: true });
    return false;
  }
}
