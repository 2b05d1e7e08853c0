import { promotionSchema } from '../plans.js';
import { cancelSubscription, getPromotion } from '../requests/billing.requests.js';
import { answers, defineRoute } from './route.js';

/** Plans, and what is paid for them. */
export const billingRoutes = {
  promotionStatus: defineRoute({
    id: 'promotionStatus',
    method: 'GET',
    path: '/api/promotion/status',
    group: 'billing',
    summary: 'Ask whether a promotion is on',
    access: 'anyone',
    answers: {
      200: answers(promotionSchema, {
        isActive: true,
        endDate: '2026-12-31T23:59:59.000Z',
        message: 'Pro is free until the end of the year',
      }),
    },
    asks: [getPromotion],
  }),
  cancelSubscription: defineRoute({
    id: 'cancelSubscription',
    method: 'POST',
    path: '/api/user/cancel',
    group: 'billing',
    summary: 'Cancel a paid plan',
    description: 'It is kept until the end of the period that was paid for.',
    access: 'account',
    answers: {
      200: answers(cancelSubscription.output, {
        message: 'Your subscription has been cancelled. You keep your plan until the end of the period.',
        subscriptionEndsAt: '2026-12-01T00:00:00.000Z',
      }),
    },
    asks: [cancelSubscription],
  }),
} as const;
