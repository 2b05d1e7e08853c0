import {
  beginTotpSchema,
  confirmTotpSchema,
  provisioningSchema,
  recoveryCodesSchema,
  removeTotpSchema,
  totpStatusSchema,
} from '../dto/totp.dto.js';
import { beginTotp, confirmTotp, getTotp, removeTotp } from '../requests/totp.requests.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';

const password = 'a long and winding password';

/** The second factor of an account: codes of an authenticator app. */
export const totpRoutes = {
  getTotp: defineRoute({
    id: 'getTotp',
    method: 'GET',
    path: '/api/user/totp',
    group: 'accounts',
    summary: 'Get the state of two-step log-in',
    access: 'account',
    scope: 'none',
    responses: { 200: jsonResponse(totpStatusSchema, { isEnabled: true, recoveryCodesLeft: 10 }) },
    requests: [getTotp],
  }),
  beginTotp: defineRoute({
    id: 'beginTotp',
    method: 'POST',
    path: '/api/user/totp',
    group: 'accounts',
    summary: 'Begin two-step log-in',
    description: 'Has no effect until the first code confirms it. A second call replaces the secret.',
    access: 'account',
    scope: 'none',
    body: jsonBody(beginTotpSchema, { password }),
    responses: {
      200: jsonResponse(provisioningSchema, {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        url: 'otpauth://totp/Waybill:ada%40example.org?issuer=Waybill&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      }),
    },
    requests: [beginTotp],
  }),
  confirmTotp: defineRoute({
    id: 'confirmTotp',
    method: 'POST',
    path: '/api/user/totp/confirm',
    group: 'accounts',
    summary: 'Turn two-step log-in on with a first code',
    description: 'From now on log-in asks for a code. The response is the only one with the recovery codes.',
    access: 'account',
    scope: 'none',
    body: jsonBody(confirmTotpSchema, { code: '123456' }),
    responses: { 200: jsonResponse(recoveryCodesSchema, { recoveryCodes: ['k7pq-2mxa-9tbe-h4vz'] }) },
    requests: [confirmTotp],
  }),
  removeTotp: defineRoute({
    id: 'removeTotp',
    method: 'DELETE',
    path: '/api/user/totp',
    group: 'accounts',
    summary: 'Turn two-step log-in off',
    description: 'Takes the password and a code of the app or a recovery code.',
    access: 'account',
    scope: 'none',
    body: jsonBody(removeTotpSchema, { password, code: '123456' }),
    responses: { 204: { description: 'Turned off', mediaTypes: null } },
    requests: [removeTotp],
  }),
} as const;
