import { connect } from 'node:net';

const PATIENCE_MS = 2000;

/** Resolves with what the server on `port` says to `question`; rejects when it says nothing. */
export function ask(port: number, question: string | Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('It says nothing')));
    socket.once('connect', () => socket.write(question));
    socket.once('data', (answer: Buffer) => {
      resolve(answer);
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('It hung up')));
  });
}

/** Resolves when `path` on `port` answers 200. */
export async function askHttp(port: number, path: string): Promise<void> {
  const status = await statusOf(port, path);
  if (status < 200 || status > 299) throw new Error(`It answers ${status}`);
}

/** Rejects unless a request without keys is refused: a store that is still starting answers 503. */
export async function askWithoutKeys(port: number): Promise<void> {
  const status = await statusOf(port, '/');
  if (status !== 401 && status !== 403) throw new Error(`It answers ${status}`);
}

async function statusOf(port: number, path: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.arrayBuffer();
  return response.status;
}
