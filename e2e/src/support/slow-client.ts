import type { Uploaded } from '@waybill/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import { binaryFile, type ApiClient } from './api-client.js';

const CHUNKS = 40;
const CHUNK_BYTES = 128 * 1024;
/** Makes a transfer last about four seconds: longer than a stopping gateway accepts new calls. */
const CHUNK_MS = 100;

/**
 * Waits until more bytes are due. Counts from the beginning, so that a transfer catches up after a delay by a busy
 * machine, and does not outlast the grace period.
 */
async function pace(began: number, bytes: number): Promise<void> {
  const dueIn = began + (CHUNK_MS * bytes) / CHUNK_BYTES - performance.now();
  if (dueIn > 0) await sleep(dueIn);
}

/** Uploads a file slowly. @returns its id and bytes */
export async function uploadSlowly(person: ApiClient): Promise<{ id: string; bytes: Uint8Array }> {
  const { bytes } = binaryFile(CHUNKS * CHUNK_BYTES);
  const boundary = 'slow-upload';
  const part = 'content-disposition: form-data; name="file"; filename="slow.bin"';
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`--${boundary}\r\n${part}\r\n\r\n`);
    const began = performance.now();
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      yield bytes.subarray(at, at + CHUNK_BYTES);
      await pace(began, at + CHUNK_BYTES);
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const answer = await person.fetch('/api/upload', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return { id: ((await answer.json()) as Uploaded).id, bytes };
}

/** Downloads a file slowly. @returns its bytes */
export async function downloadSlowly(person: ApiClient, id: string): Promise<Buffer> {
  const answer = await person.get(`/api/files/${id}/download`);
  if (answer.status !== 200)
    throw new Error(`The download answered ${answer.status}: ${await answer.text()}`);
  const chunks: Uint8Array[] = [];
  const began = performance.now();
  let received = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    received += chunk.length;
    await pace(began, received);
  }
  return Buffer.concat(chunks);
}
