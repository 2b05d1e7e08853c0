import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { once } from 'node:events';
import type { UploadJob, UploadResult } from './job.js';
import { generateBytes } from './generated-bytes.js';

const BOUNDARY = 'waybill-bench-7f3d51c0a94e';

/** @throws Error with the response when its status is not 2xx */
export async function upload(job: UploadJob): Promise<UploadResult> {
  const { head, tail, type } = frameOf(job);
  const began = performance.now();
  const outgoing = request(job.url, {
    method: job.method,
    agent: false,
    headers: {
      ...job.headers,
      'content-type': type,
      'content-length': head.length + job.size + tail.length,
    },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  const sent = pipeline(framed(job, head, tail), outgoing);
  // A server may refuse and close before the body is sent. Its response says more than the broken pipe.
  sent.catch(() => undefined);
  const [incoming] = await answered;
  const answer = await text(incoming);
  if (!isSuccess(incoming.statusCode)) throw new Error(`${job.url}: ${incoming.statusCode} ${answer}`);
  await sent;
  return { seconds: (performance.now() - began) / 1000, answer };
}

async function* framed(job: UploadJob, head: Buffer, tail: Buffer): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* generateBytes(job.size, job.bytesPerSecond);
  if (tail.length > 0) yield tail;
}

function frameOf({ framing }: UploadJob): { head: Buffer; tail: Buffer; type: string } {
  if (framing === 'raw') {
    return { head: Buffer.alloc(0), tail: Buffer.alloc(0), type: 'application/octet-stream' };
  }
  const disposition = 'Content-Disposition: form-data; name="file"; filename="bench.bin"';
  return {
    head: Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`),
    tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

function isSuccess(status = 0): boolean {
  return status >= 200 && status < 300;
}
