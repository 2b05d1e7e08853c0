import { Controller, Headers, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  getSubscription,
  listOffers,
  type Offers,
  type Promotion,
  PROVIDER_TIMEOUT_MS,
  receivePaymentEvent,
  type SubscriptionView,
  type User,
} from '@waybill/contracts';
import { billingRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { CurrentUser } from '../http/caller.decorator.js';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../http/access.decorator.js';
import { PromotionCacheService } from './promotion-cache.service.js';

@Controller()
export class BillingController {
  constructor(
    private readonly bus: Bus,
    private readonly promotions: PromotionCacheService,
  ) {}

  @Route('GET /api/promotion/status', billingRoutes.promotionStatus)
  @SkipSession()
  async promotion(): Promise<Promotion> {
    return this.promotions.current();
  }

  @Route('GET /api/billing/offers', billingRoutes.offers)
  async offers(@CurrentUser() user: User | null): Promise<Offers> {
    return this.bus.request(listOffers, { buyer: user && { userId: user.id, email: user.email } });
  }

  @Route('GET /api/billing/subscription', billingRoutes.subscription)
  async subscription(@CurrentUser() user: User): Promise<SubscriptionView> {
    return this.bus.request(getSubscription, { userId: user.id });
  }

  /** Forwards the body unparsed: the webhook signature covers its bytes. */
  @Route('POST /api/billing/webhook', billingRoutes.webhook)
  @SkipSession()
  async webhook(
    @Req() request: FastifyRequest,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<{ received: true }> {
    if (!Buffer.isBuffer(request.body)) throw new AppError('request.malformed');
    if (!signature) throw new AppError('billing.invalid-signature');
    const payload = request.body.toString('base64');
    // Takes longer than usual for a dispute: billing looks it up at the payment provider.
    await this.bus.request(receivePaymentEvent, { payload, signature }, { timeoutMs: PROVIDER_TIMEOUT_MS });
    return { received: true };
  }
}
