import { type ErrorCode, type FieldError, standardConfig } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** Default responses: no user, no promotion, nothing for sale. Tests add what their screen needs. */
export const server = setupServer(
  http.get('/api/user', () => refusal(401, 'auth.required', 'Please log in to continue')),
  http.get('/api/promotion/status', () =>
    HttpResponse.json({ isActive: false, endDate: null, message: null }),
  ),
  http.get('/api/admin/promotion', () =>
    HttpResponse.json({ isActive: false, endDate: null, message: null, decidedBy: 'setting' }),
  ),
  http.get('/api/config', () => HttpResponse.json(standardConfig)),
  http.get('/api/files/:id/links', () => HttpResponse.json([])),
  http.get('/api/user/passkeys', () => HttpResponse.json([])),
  http.get('/api/user/sign-in', () => HttpResponse.json({ hasPassword: true, singleSignOn: null })),
  http.get('/api/bundles/:id/links', () => HttpResponse.json([])),
  http.get('/api/bundles', () => HttpResponse.json([])),
  http.get('/api/user/totp', () => HttpResponse.json({ isEnabled: false, recoveryCodesLeft: 0 })),
  http.get('/api/tokens', () => HttpResponse.json([])),
  http.get('/api/billing/offers', () => HttpResponse.json({ offers: [] })),
);

/** Error response (contract, "Errors"). */
export function refusal(statusCode: number, code: ErrorCode, message: string, errors?: FieldError[]) {
  return HttpResponse.json({ statusCode, code, message, errors }, { status: statusCode });
}
