import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, listOffers, type Offers } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../billing.config.js';
import { Settlement } from '../payments/settlement.js';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { madeOutTo } from './made-out-to.js';

/** What can be bought, and where. */
@Controller()
export class OffersController {
  constructor(
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly database: DataSource,
    private readonly settlement: Settlement,
  ) {}

  @Handles(listOffers)
  async list({ buyer }: InputOf<typeof listOffers>): Promise<Offers> {
    const mayBuy = buyer !== null && (await this.paysForNothing(buyer.userId));
    const offers = (this.config.stripe?.links ?? []).map(({ plan, period, url }) => ({
      plan,
      period,
      url: mayBuy ? madeOutTo(url, buyer) : null,
    }));
    return { offers };
  }

  /** Only an account that billing knows can be told of its purchase, and none is to pay twice. */
  private async paysForNothing(userId: string): Promise<boolean> {
    const subscription = await this.database.manager.findOneBy(Subscription, { userId });
    if (!subscription) return false;
    return (await this.settlement.paidBy(this.database.manager, userId)).length === 0;
  }
}
