import { type ErrorCode, errorCodes } from '../errors.js';
import type { RouteContract } from './route.js';

/** Errors of every route: an unreadable request, an unavailable server. */
const errorsOfEveryRoute: readonly ErrorCode[] = [
  'request.malformed',
  'request.headers-too-large',
  'request.expectation-failed',
  'request.timeout',
  'server.failed',
  'server.unavailable',
  'server.timeout',
];

/** Errors of every route that changes state: the gateway checks each body, even if the route ignores it. */
const errorsOfEveryChange: readonly ErrorCode[] = ['request.unsupported-type', 'request.too-large'];

/** Codes that no documented route answers with, and when they occur. */
export const codesWithoutRoute: Readonly<Partial<Record<ErrorCode, string>>> = {
  'request.method-not-allowed': 'for a method that no route of the path has',
  'billing.unknown-account': 'for an operator on the command line',
};

/** Returns all error codes of a route, in the order of the catalogue. */
export function errorsOf(route: RouteContract): ErrorCode[] {
  const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(route.method);
  const codes = new Set<ErrorCode>([
    ...errorsOfEveryRoute,
    ...(isChange ? errorsOfEveryChange : []),
    ...(isChange && !route.crossSite ? (['request.foreign-origin'] as const) : []),
    ...(route.query || route.body?.mediaType === 'application/json' ? (['request.invalid'] as const) : []),
    ...(route.access === 'account' ? (['auth.required'] as const) : []),
    ...(route.scope === 'public' ? [] : (['auth.outside-scope'] as const)),
    ...(ignoresTokens(route) ? [] : (['auth.invalid-token'] as const)),
    ...(route.access === 'admin' ? (['request.not-found'] as const) : []),
    ...route.requests.flatMap(({ throws }) => throws),
    ...(route.errors ?? []),
  ]);
  return errorCodes.filter((code) => codes.has(code));
}

/** Whether the route answers without looking at an access token. Other public routes refuse an unknown one. */
function ignoresTokens({ scope, group }: RouteContract): boolean {
  return scope === 'public' && (group === 'operation' || group === 'documents');
}
