import { z } from 'zod';
import { offersSchema, subscriptionSchema } from '../dto/billing.dto.js';
import { promotionSchema } from '../promotion.js';
import {
  cancelSubscription,
  getPromotion,
  getSubscription,
  listOffers,
  receivePaymentEvent,
} from '../requests/billing.requests.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';

/** Promotion, plans and payments. */
export const billingRoutes = {
  promotionStatus: defineRoute({
    id: 'promotionStatus',
    method: 'GET',
    path: '/api/promotion/status',
    group: 'billing',
    summary: 'Get the status of the promotion',
    access: 'anyone',
    scope: 'public',
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
    summary: 'List the plans for sale',
    description: 'Each with the hosted payment page for the caller. Empty without a payment provider.',
    access: 'anyone',
    scope: 'read',
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
    summary: 'Get the subscription of the account',
    description: 'The paid or granted plan, without the effect of a promotion.',
    access: 'account',
    scope: 'read',
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
    summary: 'Receive an event of the payment provider',
    description:
      'Only for Stripe. The signature covers the exact bytes of the body. Stripe sends the event again after any status but 200.',
    access: 'anyone',
    scope: 'public',
    crossSite: true,
    headers: z.object({
      'stripe-signature': z.string().describe('Signature of the body, at most 300 seconds old.'),
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
    description: 'The plan stays until the end of the paid period.',
    access: 'account',
    scope: 'none',
    responses: {
      200: jsonResponse(cancelSubscription.output, {
        message: 'Your subscription has been cancelled. You keep your plan until the end of the period.',
        subscriptionEndsAt: '2026-12-01T00:00:00.000Z',
      }),
    },
    requests: [cancelSubscription],
  }),
} as const;
