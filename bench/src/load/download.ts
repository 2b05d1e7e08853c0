import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { DownloadJob, DownloadResult } from './job.js';
import { BLOCK_BYTES, delayUntilDue, generateBytes } from './generated-bytes.js';
import { ResponseHead } from './response-head.js';

/**
 * Reads over a plain socket into one buffer, so that the client costs less CPU than any server it measures.
 * @throws Error when the status is not 200, the size differs or, with `verify`, the bytes differ
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

/** Whether to read on immediately. A slow client pauses until the next bytes are due, a stalled one for ever. */
function keepsReading(job: DownloadJob, socket: Socket, began: number, received: number): boolean {
  if (job.stallAfter !== undefined && received >= job.stallAfter) {
    // A stalled download never ends: it must not keep the process alive.
    socket.unref();
    return false;
  }
  if (job.bytesPerSecond === undefined) return true;
  const wait = delayUntilDue(began, received, job.bytesPerSecond);
  if (wait <= 0) return true;
  setTimeout(() => socket.resume(), wait);
  return false;
}

async function expectedHash(size: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of generateBytes(size)) hash.update(bytes);
  return hash.digest('hex');
}
