import { Controller, Get } from '@nestjs/common';
import { Bus } from '@waybill/bus';
import { getPromotion, type Promotion } from '@waybill/contracts';

@Controller('api/promotion')
export class BillingController {
  constructor(private readonly bus: Bus) {}

  @Get('status')
  async promotion(): Promise<Promotion> {
    return this.bus.request(getPromotion, {});
  }
}
