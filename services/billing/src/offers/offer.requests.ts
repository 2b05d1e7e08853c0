import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { type InputOf, listOffers, type Offers } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { BILLING_MODULE_OPTIONS, type BillingModuleOptions } from '../billing.module-options.js';
import { EntitlementService } from '../payments/entitlement.service.js';
import { Subscription } from '../subscriptions/subscription.entity.js';
import { prefillPaymentLink } from './payment-link.js';

/** Lists the plans for sale, with payment links for accounts that may buy. */
@Controller()
export class OfferRequests {
  constructor(
    @Inject(BILLING_MODULE_OPTIONS) private readonly options: BillingModuleOptions,
    private readonly database: DataSource,
    private readonly entitlements: EntitlementService,
  ) {}

  @Handles(listOffers)
  async list({ buyer }: InputOf<typeof listOffers>): Promise<Offers> {
    const canBuy = buyer !== null && (await this.canBuy(buyer.userId));
    const offers = (this.options.stripe?.links ?? []).map(({ plan, period, url }) => ({
      plan,
      period,
      url: canBuy ? prefillPaymentLink(url, buyer) : null,
    }));
    return { offers };
  }

  /**
   * False for an account that billing does not know yet, because its purchase could not be assigned to it. Also false
   * for an account that already pays.
   */
  private async canBuy(userId: string): Promise<boolean> {
    const subscription = await this.database.manager.findOneBy(Subscription, { userId });
    if (!subscription) return false;
    return (await this.entitlements.findPaidStates(this.database.manager, userId)).length === 0;
  }
}
