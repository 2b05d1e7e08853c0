import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { REQUEST_TIMEOUT_MS } from '@waybill/bus/client';
import { clientOf } from '@waybill/redis';
import { FairSemaphore, toWaitRefusal } from '@waybill/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finished } from 'node:stream';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { clientAddress } from '../http/client-address.js';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';

/** Calls that are answered at once. Describing a large bundle takes a tenth of a second of the processor. */
const AT_ONCE = 16;
const MAX_WAITING = 1_000;
const MAX_WAITING_OF_NETWORK = 64;
/** Waiting calls of an address that stands for many clients. */
const MAX_WAITING_OF_SHARED_ADDRESS = 500;

/** Files from which a response takes a slot. Smaller responses fit into the buffers of a connection. */
const MANY_FILES = 200;
/** Time for the client to read the response. Then the connection is closed, so that others get the slot. */
const READ_TIMEOUT_MS = 60_000;

/**
 * Limits the calls that describe all files of a bundle. Few are answered at once, and networks take turns. A large
 * response takes a slot, because it stays in memory until the client has read it.
 * @throws AppError `request.too-many`, `server.busy`
 */
@Injectable()
export class ContentsInterceptor implements NestInterceptor {
  private readonly queue = new FairSemaphore({ permits: AT_ONCE, maxWaiting: MAX_WAITING });

  constructor(private readonly slots: TransferSlotsService) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const address = clientAddress(http.getRequest<FastifyRequest>());
    return from(this.answer(address, http.getResponse<FastifyReply>(), next));
  }

  private async answer(address: string, reply: FastifyReply, next: CallHandler): Promise<unknown> {
    const { network, isShared } = clientOf(address);
    const maxWaiting = isShared ? MAX_WAITING_OF_SHARED_ADDRESS : MAX_WAITING_OF_NETWORK;
    const turn = { key: network, maxWaiting, deadline: Date.now() + REQUEST_TIMEOUT_MS };
    try {
      const body: unknown = await this.queue.run(turn, () => lastValueFrom(next.handle()));
      if (filesIn(body) >= MANY_FILES) this.takeSlot(address, reply);
      return body;
    } catch (error) {
      throw toWaitRefusal(error);
    }
  }

  /** Takes a slot until the response was read. */
  private takeSlot(address: string, { raw }: FastifyReply): void {
    const free = this.slots.acquire('contents', address);
    const timer = setTimeout(() => raw.destroy(), READ_TIMEOUT_MS).unref();
    finished(raw, () => {
      clearTimeout(timer);
      free();
    });
  }
}

interface Contents {
  readonly files?: readonly unknown[];
}

/** Number of files that a response describes: a bundle, or a link with its target. */
function filesIn(body: unknown): number {
  const { files, target } = body as Contents & { readonly target?: Contents | null };
  return (files ?? target?.files)?.length ?? 0;
}
