import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, readLiveEvents } from '@waybill/contracts';
import { LiveEventRepository } from './live-event.repository.js';

@Controller()
export class LiveRequests {
  constructor(private readonly liveEvents: LiveEventRepository) {}

  @Handles(readLiveEvents)
  read(input: InputOf<typeof readLiveEvents>): Promise<OutputOf<typeof readLiveEvents>> {
    return this.liveEvents.read(input);
  }
}
