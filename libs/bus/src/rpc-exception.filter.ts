import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { isDatabaseUnavailable } from '@waybill/database';
import { type Observable, throwError } from 'rxjs';

/**
 * Passes errors to `ServiceServer` unchanged; Nest's own filter would replace them with "Internal server error".
 * Errors of an unavailable database become `server.unavailable`, which RabbitMQ's consumer retries without counting a
 * failed attempt.
 */
@Catch()
export class RpcExceptionFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    if (host.getType() !== 'rpc') throw error;
    return throwError(() =>
      isDatabaseUnavailable(error) ? new AppError('server.unavailable', undefined, { cause: error }) : error,
    );
  }
}
