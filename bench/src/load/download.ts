import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { DownloadJob, DownloadResult } from './job.js';
import { BLOCK_BYTES, dueIn, generateBytes } from './pattern.js';
import { ResponseHead } from './response-head.js';

/**
 * Reads over a bare socket into one buffer: a client that costs less than any server it measures.
 * @throws Error when the answer is no 200, of another size, or (if it is to be verified) of other bytes
 */
export async function download(job: DownloadJob): Promise<DownloadResult> {
  const hash = job.verify ? createHash('sha256') : undefined;
  const began = performance.now();
  await receive(job, began, (bytes) => hash?.update(bytes));
  const seconds = (performance.now() - began) / 1000;
  if (hash && hash.digest('hex') !== (await expectedHash(job.size))) {
    throw new Error(`${job.url}: other bytes arrived than were sent`);
  }
  return { seconds };
}

function receive(job: DownloadJob, began: number, take: (bytes: Uint8Array) => void): Promise<void> {
  const { hostname, port, pathname, search, host } = new URL(job.url);
  return new Promise((resolve, reject) => {
    const head = new ResponseHead();
    let received = 0;
    const onBytes = (bytes: Uint8Array): boolean => {
      const body = head.complete ? bytes : head.push(bytes);
      if (head.complete && received === 0) head.expect(200, job.size);
      received += body.length;
      take(body);
      if (head.complete && received >= job.size) socket.destroy();
      return keepsReading(job, socket, began, received);
    };
    const onRead = (length: number, buffer: Uint8Array): boolean => {
      try {
        return onBytes(buffer.subarray(0, length));
      } catch (error) {
        socket.destroy(error as Error);
        return false;
      }
    };
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: { buffer: Buffer.allocUnsafe(BLOCK_BYTES), callback: onRead },
    });
    socket.once('error', reject);
    socket.once('close', () => {
      if (received === job.size) resolve();
      else reject(new Error(`${job.url}: ${received} of ${job.size} bytes arrived`));
    });
    const headers = { host, connection: 'close', ...job.headers };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
}

/** Whether the next bytes are read at once. A slow client comes back for them later, a stalled one never. */
function keepsReading(job: DownloadJob, socket: Socket, began: number, received: number): boolean {
  if (job.stallAfter !== undefined && received >= job.stallAfter) {
    // Nobody waits for it: it must not keep its process alive.
    socket.unref();
    return false;
  }
  if (job.bytesPerSecond === undefined) return true;
  const wait = dueIn(began, received, job.bytesPerSecond);
  if (wait <= 0) return true;
  setTimeout(() => socket.resume(), wait);
  return false;
}

async function expectedHash(size: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of generateBytes(size)) hash.update(bytes);
  return hash.digest('hex');
}
