import { type AdminPromotion, adminPromotionSchema, promotionFormSchema } from '../promotion.js';
import { endPromotion, getAdminPromotion, startPromotion } from '../requests/billing.requests.js';
import { adminRoute, auditRequests } from './admin-route.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const path = '/api/admin/promotion';
const examplePromotion: AdminPromotion = {
  isActive: true,
  endDate: '2026-12-31T23:59:59.000Z',
  message: 'Pro is free until the end of the year',
  decidedBy: 'administrator',
};

/** The promotion, for administrators. */
export const adminPromotionRoutes = {
  getPromotion: defineRoute({
    ...adminRoute,
    id: 'getAdminPromotion',
    method: 'GET',
    path,
    summary: 'Get the promotion and where it comes from',
    responses: { 200: jsonResponse(adminPromotionSchema, examplePromotion) },
    requests: [getAdminPromotion],
  }),
  startPromotion: defineRoute({
    ...adminRoute,
    id: 'startPromotion',
    method: 'PUT',
    path,
    summary: 'Start or change the promotion',
    description:
      "Every account has Pro's limits until it ends. It replaces `PROMOTION_ENDS_AT` until that setting is changed.",
    body: jsonBody(promotionFormSchema, {
      endDate: '2026-12-31T23:59:59Z',
      message: 'Pro is free until the end of the year',
    }),
    responses: { 200: jsonResponse(adminPromotionSchema, examplePromotion) },
    requests: [...auditRequests, startPromotion],
  }),
  endPromotion: defineRoute({
    ...adminRoute,
    id: 'endPromotion',
    method: 'DELETE',
    path,
    summary: 'End the promotion',
    description: 'Also one that was set by `PROMOTION_ENDS_AT`. Files keep the expiry that they have.',
    responses: { 204: { description: 'Ended', mediaTypes: null } },
    requests: [...auditRequests, endPromotion],
  }),
} as const;
