import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { isDatabaseUnavailable } from '@waybill/database';
import { type Observable, throwError } from 'rxjs';

/**
 * Hands errors to our server as they are, where Nest would make an "Internal server error" of them. A database that is
 * away is no fault of the service's, and passes: `server.unavailable`.
 */
@Catch()
export class PassErrorsOnFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    if (host.getType() !== 'rpc') throw error;
    return throwError(() =>
      isDatabaseUnavailable(error) ? new AppError('server.unavailable', undefined, { cause: error }) : error,
    );
  }
}
