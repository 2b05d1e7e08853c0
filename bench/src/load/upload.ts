import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { once } from 'node:events';
import type { UploadJob, UploadResult } from './job.js';
import { generateBytes } from './generated-bytes.js';

const TUS = { 'tus-resumable': '1.0.0' };
const BOUNDARY = 'waybill-bench-7f3d51c0a94e';

/** @throws Error with the response when its status is not 2xx */
export async function upload(job: UploadJob): Promise<UploadResult> {
  const began = performance.now();
  if (job.framing !== 'tus') return { answer: await send(job), seconds: secondsSince(began) };
  const url = await createTusUpload(job);
  await send({ ...job, url, method: 'PATCH', headers: { ...job.headers, ...TUS, 'upload-offset': '0' } });
  return { answer: url, seconds: secondsSince(began) };
}

/** @returns URL of the upload */
async function createTusUpload({ url, headers, size, metadata = '' }: UploadJob): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: { ...headers, ...tusHeaders(size, metadata) } });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return new URL(location, url).href;
}

/** Headers of the request that creates an upload. */
export function tusHeaders(size: number, metadata = ''): Record<string, string> {
  return { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata };
}

async function send(job: Omit<UploadJob, 'method'> & { readonly method: string }): Promise<string> {
  const { head, tail, type } = frameOf(job);
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
  return answer;
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}

async function* framed(
  job: Pick<UploadJob, 'size' | 'bytesPerSecond'>,
  head: Buffer,
  tail: Buffer,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* generateBytes(job.size, job.bytesPerSecond);
  if (tail.length > 0) yield tail;
}

/** The parts of a multipart body before and after the bytes of a file. */
export function frameOf({ framing }: Pick<UploadJob, 'framing'>): {
  head: Buffer;
  tail: Buffer;
  type: string;
} {
  if (framing !== 'multipart') {
    const type = framing === 'tus' ? 'application/offset+octet-stream' : 'application/octet-stream';
    return { head: Buffer.alloc(0), tail: Buffer.alloc(0), type };
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
