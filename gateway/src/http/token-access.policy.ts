import { AppError, type TokenScope } from '@waybill/contracts';
import type { RouteContract } from '@waybill/contracts/http';

/** The role in which a call with an access token is answered: the account or the public. */
export type TokenAccess = 'account' | 'public';

/**
 * Decides how a call with an access token is answered. A GET that is open to anyone and needs the scope `read` is
 * answered as to the public if the token lacks that scope.
 * @throws AppError `auth.outside-scope`
 */
export function tokenAccess(
  { scope, access, method }: Pick<RouteContract, 'scope' | 'access' | 'method'>,
  scopes: readonly TokenScope[],
): TokenAccess {
  if (scope === 'public') return 'public';
  if (scope !== 'none' && scopes.includes(scope)) return 'account';
  if (scope === 'read' && access === 'anyone' && method === 'GET') return 'public';
  throw outsideScope(scope);
}

/**
 * Requires a further scope, for a part of a call that its route does not need.
 * @param scopes of the access token; null for a call without one, which may do everything
 * @throws AppError `auth.outside-scope`
 */
export function requireScope(scope: TokenScope, scopes: readonly TokenScope[] | null): void {
  if (scopes?.includes(scope) === false) throw outsideScope(scope);
}

function outsideScope(scope: TokenScope | 'none'): AppError {
  const message =
    scope === 'none'
      ? 'No access token covers this call'
      : `This access token does not cover this call: it needs the scope "${scope}"`;
  return new AppError('auth.outside-scope', undefined, { message });
}
