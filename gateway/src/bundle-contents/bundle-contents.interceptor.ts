import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { clientAddress } from '../http/client-address.js';
import { BundleContentsQueueService } from './bundle-contents-queue.service.js';
import { BundleContentsSlotsService, MANY_FILES } from './bundle-contents-slots.service.js';

/**
 * Limits the calls that describe all files of a bundle. Few are answered at once, and networks take turns. A large
 * response takes a slot, because it stays in memory until the client has read it. It is refused after the call, so the
 * call must be safe to repeat.
 * @throws AppError `request.too-many`, `server.busy`
 */
@Injectable()
export class BundleContentsInterceptor implements NestInterceptor {
  constructor(
    // Nest makes an interceptor for each module, so the queue is a service.
    private readonly queue: BundleContentsQueueService,
    private readonly slots: BundleContentsSlotsService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const address = clientAddress(http.getRequest<FastifyRequest>());
    return from(this.answer(address, http.getResponse<FastifyReply>(), next));
  }

  private async answer(address: string, reply: FastifyReply, next: CallHandler): Promise<unknown> {
    const body: unknown = await this.queue.run(address, () => lastValueFrom(next.handle()));
    if (filesIn(body) >= MANY_FILES) this.slots.hold(address, reply);
    return body;
  }
}

interface Contents {
  readonly files?: readonly unknown[];
}

/** Number of files that a response describes: of a bundle, of the target of a link, or of a list of bundles. */
function filesIn(body: unknown): number {
  if (Array.isArray(body)) return body.reduce<number>((sum, bundle) => sum + filesIn(bundle), 0);
  const { files, target } = body as Contents & { readonly target?: Contents | null };
  return (files ?? target?.files)?.length ?? 0;
}
