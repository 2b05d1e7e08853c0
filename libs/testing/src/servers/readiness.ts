import { connect } from 'node:net';

const TIMEOUT_MS = 10_000;

/** Sends `request` to a TCP server and resolves with the first bytes of its reply. */
export function exchange(port: number, request: string | Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The server sent no reply')));
    socket.once('connect', () => socket.write(request));
    socket.once('data', (reply: Buffer) => {
      resolve(reply);
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed the connection')));
  });
}

/** Rejects unless `path` on `port` answers with status 2xx. */
export async function requireHttpOk(port: number, path: string): Promise<void> {
  const status = await statusOf(port, path);
  if (status < 200 || status > 299) throw new Error(`The server answered ${status}`);
}

/** Rejects unless a request without keys gets 401 or 403. A store that is still starting answers 503. */
export async function requireAccessDenied(port: number): Promise<void> {
  const status = await statusOf(port, '/');
  if (status !== 401 && status !== 403) throw new Error(`The server answered ${status}`);
}

async function statusOf(port: number, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.arrayBuffer();
  return response.status;
}
