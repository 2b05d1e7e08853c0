import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, type OutputOf, receivePaymentEvent } from '@waybill/contracts';
import { PaymentLedger } from './payment-ledger.js';
import { PaymentProvider } from './payment-provider.js';

@Controller()
export class PaymentsController {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly ledger: PaymentLedger,
  ) {}

  @Handles(receivePaymentEvent)
  async receive({
    payload,
    signature,
  }: InputOf<typeof receivePaymentEvent>): Promise<OutputOf<typeof receivePaymentEvent>> {
    await this.ledger.record(this.provider.readEvent(Buffer.from(payload, 'base64'), signature));
    return {};
  }
}
