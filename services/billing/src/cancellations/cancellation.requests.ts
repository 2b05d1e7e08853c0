import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { cancelSubscription, type InputOf, type OutputOf } from '@waybill/contracts';
import { CancellationService } from './cancellation.service.js';

@Controller()
export class CancellationRequests {
  constructor(private readonly cancellations: CancellationService) {}

  @Handles(cancelSubscription)
  cancel(input: InputOf<typeof cancelSubscription>): Promise<OutputOf<typeof cancelSubscription>> {
    return this.cancellations.cancel(input);
  }
}
