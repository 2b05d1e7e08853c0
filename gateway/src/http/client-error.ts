import { AppError } from '@waybill/contracts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** First bytes of a HEAD request. */
const HEAD = 'HEAD ';

/** Error that Node raises for a connection, before there is a request. */
interface ConnectionError extends Error {
  readonly code?: string;
  /** Buffer with the bytes of the latest read. Fastify declares another type. */
  readonly rawPacket?: unknown;
}

/** Answers a request that Node's parser rejects with the API's error body, then closes the connection. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    socket.write(errorResponse(toAppError(error), isHead(error)));
  }
  socket.destroy(error);
}

/** Whether the request is HEAD. False if it came in several reads, of which Node keeps only the last. */
function isHead({ rawPacket }: ConnectionError): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, HEAD.length) === HEAD;
}

function toAppError({ code }: ConnectionError): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('request.headers-too-large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request.timeout');
    default:
      return new AppError('request.malformed');
  }
}

/** A whole response with the API's error body, which HEAD does not get, for connections that end with it. */
export function errorResponse(error: AppError, isHead: boolean): string {
  const body = JSON.stringify(error.toBody());
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${isHead ? '' : body}`;
}
