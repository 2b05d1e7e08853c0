import { AppError } from '@waybill/contracts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** What Node says of a request that never became one. */
interface ConnectionError extends Error {
  readonly code?: string;
}

/** Answers a request that Node could not read, in the one shape, and hangs up. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  // A connection that was reset has nobody at its other end.
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(failedAnswer(toFailure(error)));
  socket.destroy(error);
}

function toFailure({ code }: ConnectionError): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError('request.headers-too-large');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError('request.timeout');
    default:
      return new AppError('request.malformed');
  }
}

function failedAnswer(error: AppError): string {
  const body = JSON.stringify(error.toBody());
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
