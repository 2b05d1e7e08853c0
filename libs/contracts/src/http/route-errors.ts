import { type ErrorCode, errorCodes } from '../errors.js';
import type { RouteContract } from './route.js';

/** Any call may meet these: an address that cannot be read, a server that is away. */
const errorsOfEveryRoute: readonly ErrorCode[] = [
  'request.malformed',
  'request.headers-too-large',
  'request.timeout',
  'server.failed',
  'server.unavailable',
  'server.timeout',
];

/** What changes state may carry a body, which is looked at before anyone asks whether the call needs one. */
const errorsOfEveryChange: readonly ErrorCode[] = ['request.unsupported-type', 'request.too-large'];

/** Codes that no described call answers with, and why. */
export const codesWithoutRoute: Readonly<Partial<Record<ErrorCode, string>>> = {
  'request.method-not-allowed': 'it answers an address by a method that no call has',
  'billing.unknown-account': 'an operator names an account on the command line',
};

/** Every code a call can be refused with, in the order of the catalogue. */
export function errorsOf(route: RouteContract): ErrorCode[] {
  const isChange = route.method !== 'GET';
  const codes = new Set<ErrorCode>([
    ...errorsOfEveryRoute,
    ...(isChange ? errorsOfEveryChange : []),
    ...(isChange && !route.crossSite ? (['request.foreign-origin'] as const) : []),
    ...(route.body?.mediaType === 'application/json' ? (['request.invalid'] as const) : []),
    ...(route.access === 'account' ? (['auth.required'] as const) : []),
    ...route.requests.flatMap(({ throws }) => throws),
    ...(route.errors ?? []),
  ]);
  return errorCodes.filter((code) => codes.has(code));
}
