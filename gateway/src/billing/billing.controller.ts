import { Controller, Headers, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  getSubscription,
  listOffers,
  type Offers,
  type Promotion,
  receivePaymentEvent,
  type SubscriptionView,
  type User,
} from '@waybill/contracts';
import { billingRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { CurrentUser } from '../http/caller.decorator.js';
import { Route } from '../http/route.decorator.js';
import { SkipSession } from '../sessions/session.guard.js';
import { PromotionCacheService } from './promotion-cache.service.js';

@Controller()
export class BillingController {
  constructor(
    private readonly bus: Bus,
    private readonly known: PromotionCacheService,
  ) {}

  @Route(billingRoutes.promotionStatus)
  @SkipSession()
  async promotion(): Promise<Promotion> {
    return this.known.current();
  }

  @Route(billingRoutes.offers)
  async offers(@CurrentUser() user: User | null): Promise<Offers> {
    return this.bus.request(listOffers, { buyer: user && { userId: user.id, email: user.email } });
  }

  @Route(billingRoutes.subscription)
  async subscription(@CurrentUser() user: User): Promise<SubscriptionView> {
    return this.bus.request(getSubscription, { userId: user.id });
  }

  /** The body is handed on as it came: the signature is over its bytes. */
  @Route(billingRoutes.webhook)
  @SkipSession()
  async webhook(
    @Req() request: FastifyRequest,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<{ received: true }> {
    if (!Buffer.isBuffer(request.body)) throw new AppError('request.malformed');
    if (!signature) throw new AppError('billing.invalid-signature');
    const payload = request.body.toString('base64');
    await this.bus.request(receivePaymentEvent, { payload, signature });
    return { received: true };
  }
}
