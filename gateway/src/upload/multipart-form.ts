import type { Multipart } from '@fastify/multipart';
import { AppError } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { TransferPace } from '../limits/transfer-pace.js';

/**
 * Parts of a multipart form.
 * @throws AppError `request.malformed` if the form cannot be parsed to its end, `files.too-slow`
 */
export async function* partsOf(request: FastifyRequest, pace: TransferPace): AsyncGenerator<Multipart> {
  const parts = request.parts();
  try {
    for (;;) {
      const next = await pace.waitForClient(parts.next());
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw toMultipartError(error);
  } finally {
    // Not awaited: `return` would wait for the next part of a client that is too slow.
    void parts.return?.(undefined).catch(() => undefined);
  }
}

/**
 * Maps an error of the multipart parser. Its limits carry a `statusCode`, which the error filter maps; other errors
 * (no boundary, truncated parts) become `request.malformed`.
 */
export function toMultipartError(error: unknown): unknown {
  const isMapped = error instanceof AppError || (error instanceof Error && 'statusCode' in error);
  return isMapped ? error : new AppError('request.malformed', undefined, { cause: error });
}

/** Decodes the file name of a part: browsers percent-encode quotes and line ends (WHATWG HTML, multipart/form-data). */
export function fileNameOf(sent: string | undefined): string {
  return (sent ?? '').replace(/%(22|0D|0A)/gi, (_, code: string) => (code === '22' ? '"' : ' '));
}

/** Whether the stream yields a byte or fails. Consumes nothing. */
export async function hasBytes(stream: Readable): Promise<boolean> {
  while (!stream.readableEnded) {
    const chunk = stream.read() as Buffer | null;
    if (chunk !== null) stream.unshift(chunk);
    if (chunk !== null || stream.destroyed) return true;
    await new Promise<void>((resolve) => {
      for (const event of ['readable', 'end', 'close']) stream.once(event, () => resolve());
    });
  }
  return false;
}
