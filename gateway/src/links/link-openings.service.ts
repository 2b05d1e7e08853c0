import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { type InputOf, openLink, type OutputOf } from '@waybill/contracts';
import type { FastifyReply } from 'fastify';
import { BundleContentsQueueService } from '../bundle-contents/bundle-contents-queue.service.js';
import { BundleContentsSlotsService, MANY_FILES } from '../bundle-contents/bundle-contents-slots.service.js';

type Opening = InputOf<typeof openLink>;
type Answer = OutputOf<typeof openLink>;

/**
 * Opens links. An opening counts a visit and can use up a code, so a large response takes its slot before the opening,
 * and never after it. Small ones need no slot.
 */
@Injectable()
export class LinkOpeningsService {
  constructor(
    private readonly bus: Bus,
    private readonly queue: BundleContentsQueueService,
    private readonly slots: BundleContentsSlotsService,
  ) {}

  /** @throws AppError `request.too-many`, `server.busy`, or of `openLink` */
  async open(opening: Opening, reply: FastifyReply): Promise<Answer> {
    const answer = await this.request({ ...opening, maxFiles: MANY_FILES - 1 });
    if (!answer.isTooLarge) return answer;
    this.slots.hold(opening.caller.address, reply);
    return this.request(opening);
  }

  private request(opening: Opening): Promise<Answer> {
    return this.queue.run(opening.caller.address, () => this.bus.request(openLink, opening));
  }
}
