import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { AppError, type ErrorCode } from '@waybill/contracts';
import { FailureLog, type Logger, LOGGER, metrics } from '@waybill/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { drainRequest } from './drain-request.js';
import { isAdministration } from './is-administration.js';

/** Error codes for requests that Fastify, one of its plugins or Nest refuses before a handler runs, by status. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'request.malformed',
  // The server of static files refuses folders and paths that leave its own. Nothing else answers 403 without a code.
  403: 'request.not-found',
  404: 'request.not-found',
  406: 'request.unsupported-type',
  408: 'request.timeout',
  // A condition such as `If-Match` on a static file, which no browser sends.
  412: 'request.malformed',
  413: 'request.too-large',
  414: 'request.not-found',
  415: 'request.unsupported-type',
  416: 'files.range-not-satisfiable',
  431: 'request.headers-too-large',
  503: 'server.unavailable',
};

const errors = metrics.counter({
  name: 'waybill_http_errors_total',
  help: 'Error responses, by their code in the error catalogue',
  labels: ['code'],
});

/** Turns every error into an HTTP response (docs/architecture.md, rule 9). Internal messages are logged, never sent. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly failures: FailureLog;

  constructor(@Inject(LOGGER) logger: Logger) {
    this.failures = new FailureLog(logger);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const isHidden = isUnsupportedType(thrown) && isAdministration(http.getRequest<FastifyRequest>());
    const error = isHidden ? new AppError('request.not-found') : toAppError(thrown);
    this.failures.log(error, error.message);
    sendError(http.getResponse<FastifyReply>(), error);
  }
}

/** Maps anything thrown to an error of the catalogue. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown as AppError;
  const status = statusOf(thrown);
  const code = status === undefined ? undefined : codeOfStatus[status];
  return code === undefined ? AppError.from(thrown) : AppError.ofCode(code, undefined, { cause: thrown });
}

export function sendError(reply: FastifyReply, error: AppError): void {
  // After the response has begun, as with a download that fails midway, only closing the connection signals the error.
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  errors.add({ code: error.code });
  if (error.retryAfterSeconds !== undefined) {
    void reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)));
  }
  // RFC 6750, section 3.1.
  if (error.code === 'auth.invalid-token') {
    void reply.header('www-authenticate', 'Bearer error="invalid_token"');
  }
  const body = JSON.stringify(error.toBody());
  void reply
    .status(error.status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store');
  if (reply.request.raw.complete) void reply.send(body);
  else sendBeforeBodyEnds(reply, body);
}

/** Sends the response while the client is still sending its body, then drains the body. */
function sendBeforeBodyEnds(reply: FastifyReply, body: string): void {
  void reply.header('content-length', Buffer.byteLength(body)).hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  reply.raw.write(body);
  drainRequest(reply.request.raw, () => reply.raw.end());
}

/**
 * Whether Fastify refused the body, because it has no parser for its type. It does so before `AdminGuard` runs, and
 * only where a route exists: the refusal would show strangers that the administration exists. Nest wraps errors of
 * Fastify into an HttpException, and no others.
 */
function isUnsupportedType(thrown: unknown): boolean {
  return thrown instanceof HttpException && codeOfStatus[thrown.getStatus()] === 'request.unsupported-type';
}

function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number') {
    return thrown.statusCode;
  }
  return undefined;
}
