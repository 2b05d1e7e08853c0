import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { generateBytes } from '../load/generated-bytes.js';
import { KIB } from '../report/size.js';

/** Bytes of one chunk, as Waybill sends them. */
const CHUNK_BYTES = 64 * KIB;

/**
 * Sends a generated file straight to clamd.
 * @throws Error when clamd does not find it clean
 */
export async function scanDirectly(clamd: URL, size: number): Promise<void> {
  const socket = connect({ host: clamd.hostname, port: Number(clamd.port) });
  const reply = text(socket);
  await pipeline(Readable.from(instream(generateBytes(size))), socket, { end: false });
  const answer = await reply;
  if (answer !== 'stream: OK\0') throw new Error(`clamd answered ${JSON.stringify(answer)}`);
}

/** clamd's command INSTREAM: chunks behind their lengths, and a length of 0 at the end. */
export async function* instream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const piece of bytes) {
    for (let start = 0; start < piece.length; start += CHUNK_BYTES) {
      const chunk = piece.subarray(start, start + CHUNK_BYTES);
      yield lengthOf(chunk.length);
      yield chunk;
    }
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
