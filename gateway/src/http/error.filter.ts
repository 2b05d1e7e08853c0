import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { AppError, type ErrorCode } from '@waybill/contracts';
import { type Logger, LOGGER, metrics } from '@waybill/service-kit';
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { drainRequest } from './drain-request.js';

/** Our codes for what the framework refuses before a handler runs. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'request.malformed',
  404: 'request.not-found',
  405: 'request.not-found',
  406: 'request.unsupported-type',
  408: 'request.timeout',
  413: 'request.too-large',
  414: 'request.not-found',
  415: 'request.unsupported-type',
  431: 'request.headers-too-large',
  503: 'server.unavailable',
};

const errors = metrics.counter({
  name: 'waybill_http_errors_total',
  help: 'Answers that were an error, by its code in the catalogue',
  labels: ['code'],
});

/** The one place where an error becomes HTTP (design, rule 9). Nothing internal leaves. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const error = toAppError(thrown);
    if (error.status >= 500)
      this.logger.error({ err: error.cause ?? error, code: error.code }, error.message);
    sendError(host.switchToHttp().getResponse<FastifyReply>(), error);
  }
}

/** The error in the catalogue that tells best what was thrown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown as AppError;
  const status = statusOf(thrown);
  const code = status === undefined ? undefined : codeOfStatus[status];
  return code === undefined
    ? AppError.from(thrown)
    : new AppError(code as 'request.malformed', undefined, { cause: thrown });
}

export function sendError(reply: FastifyReply, error: AppError): void {
  // The client left in the middle of a download: there is nobody to tell.
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  errors.add({ code: error.code });
  if (error.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)));
  }
  const body = JSON.stringify(error.toBody());
  void reply
    .status(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store');
  if (reply.request.raw.complete) void reply.send(body);
  else sendWhileItSends(reply, body);
}

/** The client has not sent all it wants to: it hears the answer now, and its connection ends when it has. */
function sendWhileItSends(reply: FastifyReply, body: string): void {
  void reply.header('content-length', Buffer.byteLength(body)).hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  reply.raw.write(body);
  drainRequest(reply.request.raw, () => reply.raw.end());
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number') {
    return thrown.statusCode;
  }
  return undefined;
}
