import { z } from 'zod';
import { offersSchema, subscriptionSchema } from '../dto/billing.dto.js';
import { promotionSchema } from '../plans.js';
import {
  cancelSubscription,
  getPromotion,
  getSubscription,
  listOffers,
  receivePaymentEvent,
} from '../requests/billing.requests.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';

/** Plans, and what is paid for them. */
export const billingRoutes = {
  promotionStatus: defineRoute({
    id: 'promotionStatus',
    method: 'GET',
    path: '/api/promotion/status',
    group: 'billing',
    summary: 'Ask whether a promotion is on',
    access: 'anyone',
    responses: {
      200: jsonResponse(promotionSchema, {
        isActive: true,
        endDate: '2026-12-31T23:59:59.000Z',
        message: 'Pro is free until the end of the year',
      }),
    },
    requests: [getPromotion],
  }),
  offers: defineRoute({
    id: 'offers',
    method: 'GET',
    path: '/api/billing/offers',
    group: 'billing',
    summary: 'List the paid plans that can be bought',
    description:
      'Each with the hosted payment page where the caller can buy it. None where no payment provider is set up.',
    access: 'anyone',
    responses: {
      200: jsonResponse(offersSchema, {
        offers: [
          {
            plan: 'basic',
            period: 'monthly',
            url: 'https://buy.stripe.com/8wM3cv?prefilled_email=ada%40example.org&client_reference_id=3f2504e0-4f89-41d3-9a0c-0305e82c3301',
          },
          { plan: 'pro', period: 'annual', url: null },
        ],
      }),
    },
    requests: [listOffers],
  }),
  subscription: defineRoute({
    id: 'subscription',
    method: 'GET',
    path: '/api/billing/subscription',
    group: 'billing',
    summary: 'Tell what the account has paid for or was granted',
    description: 'Whatever a promotion adds for the time being.',
    access: 'account',
    responses: {
      200: jsonResponse(subscriptionSchema, {
        plan: 'basic',
        status: 'active',
        renewsAt: '2026-12-01T00:00:00.000Z',
        endsAt: null,
      }),
    },
    requests: [getSubscription],
  }),
  webhook: defineRoute({
    id: 'paymentEvent',
    method: 'POST',
    path: '/api/billing/webhook',
    group: 'billing',
    summary: 'Take note of an event of the payment provider',
    description:
      'For Stripe alone. The body is signed byte for byte; any other answer than 200 has the event sent again.',
    access: 'anyone',
    crossSite: true,
    headers: z.object({
      'stripe-signature': z.string().describe('Of the body, not older than 300 seconds.'),
    }),
    body: jsonBody(z.looseObject({ id: z.string(), type: z.string(), created: z.number() }), {
      id: 'evt_1Qx3cv',
      type: 'customer.subscription.updated',
      created: 1_796_083_200,
    }),
    responses: { 200: jsonResponse(z.object({ received: z.literal(true) }), { received: true }) },
    requests: [receivePaymentEvent],
  }),
  cancelSubscription: defineRoute({
    id: 'cancelSubscription',
    method: 'POST',
    path: '/api/user/cancel',
    group: 'billing',
    summary: 'Cancel a paid plan',
    description: 'It is kept until the end of the period that was paid for.',
    access: 'account',
    responses: {
      200: jsonResponse(cancelSubscription.output, {
        message: 'Your subscription has been cancelled. You keep your plan until the end of the period.',
        subscriptionEndsAt: '2026-12-01T00:00:00.000Z',
      }),
    },
    requests: [cancelSubscription],
  }),
} as const;
