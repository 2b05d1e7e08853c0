import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, receivePaymentEvent } from '@waybill/contracts';
import { PaymentEventService } from './payment-event.service.js';
import { PaymentProvider } from './payment-provider.js';

@Controller()
export class PaymentRequests {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly events: PaymentEventService,
  ) {}

  @Handles(receivePaymentEvent)
  async receive({
    payload,
    signature,
  }: InputOf<typeof receivePaymentEvent>): Promise<OutputOf<typeof receivePaymentEvent>> {
    await this.events.apply(this.provider.readEvent(Buffer.from(payload, 'base64'), signature));
    return {};
  }
}
