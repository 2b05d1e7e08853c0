import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { finished } from 'node:stream';
import { TransferSlotsService } from '../limits/transfer-slots.service.js';

/** Files from which a response takes a slot. Smaller responses fit into the buffers of a connection. */
export const MANY_FILES = 200;
/** Time for the client to read the response. Then the connection is closed, so that others get the slot. */
const READ_TIMEOUT_MS = 60_000;

/** Slots of large responses, which stay in memory until the client has read them. */
@Injectable()
export class BundleContentsSlotsService {
  constructor(private readonly slots: TransferSlotsService) {}

  /** Takes a slot until the response was read. @throws AppError `request.too-many`, `server.busy` */
  hold(address: string, { raw }: FastifyReply): void {
    const free = this.slots.acquire('contents', address);
    const timer = setTimeout(() => raw.destroy(), READ_TIMEOUT_MS).unref();
    finished(raw, () => {
      clearTimeout(timer);
      free();
    });
  }
}
