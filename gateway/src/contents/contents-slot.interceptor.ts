import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finished } from 'node:stream';
import type { Observable } from 'rxjs';
import { clientAddress } from '../http/client-address.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';

/** Time for the client to read the response. Then the connection is closed, so that others get the slot. */
const READ_TIMEOUT_MS = 60_000;

/**
 * Limits the concurrent calls that describe all files of a bundle. Such a response can have some megabytes, and stays
 * in memory until the client has read it.
 * @throws AppError of `TransferSlotsService.acquire`
 */
@Injectable()
export class ContentsSlotInterceptor implements NestInterceptor {
  constructor(private readonly slots: TransferSlotsService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { raw } = http.getResponse<FastifyReply>();
    const free = this.slots.acquire('contents', clientAddress(http.getRequest<FastifyRequest>()));
    const timer = setTimeout(() => raw.destroy(), READ_TIMEOUT_MS).unref();
    finished(raw, () => {
      clearTimeout(timer);
      free();
    });
    return next.handle();
  }
}
