import { AppError } from '@waybill/contracts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** Error that Node raises for a connection, before there is a request. */
interface ConnectionError extends Error {
  readonly code?: string;
}

/** Answers a request that Node's parser rejects with the API's error body, then closes the connection. */
export function answerClientError(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(errorResponse(toAppError(error)));
  socket.destroy(error);
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

/** A whole response with the API's error body, for connections that end with it. */
export function errorResponse(error: AppError): string {
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
