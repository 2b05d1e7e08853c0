import { AppError, type TokenScope } from '@waybill/contracts';
import { allRoutes } from '@waybill/contracts/http';
import { tokenAccess } from './token-access.policy.js';

const scopes: readonly TokenScope[] = ['upload', 'read', 'manage'];

/** Expected answer for each kind of token: `account`, `public` or the code of the refusal. */
function answerOf(route: (typeof allRoutes)[number], held: readonly TokenScope[]): string {
  try {
    return tokenAccess(route, held);
  } catch (error) {
    return AppError.from(error).code;
  }
}

describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    it('the call is answered as to the account for a token with its scope only', () => {
      for (const scope of scopes) {
        expect(answerOf(route, [scope]) === 'account').toBe(route.scope === scope);
      }
    });

    it('the call is never answered as to the public where it needs an account or changes something of one', () => {
      if (route.access !== 'anyone') {
        expect(scopes.map((scope) => answerOf(route, [scope]))).not.toContain('public');
      }
    });

    it('the call has the scope that its method and its access suggest', () => {
      if (
        /^\/api\/(tokens|admin|user\/(password|sessions|totp|passkeys|sign-in|single-sign-on))/.test(
          route.path,
        )
      )
        expect(route.scope).toBe('none');
      else if (route.access !== 'anyone' && route.method === 'GET') expect(route.scope).toBe('read');
      else if (route.access !== 'anyone') expect(route.scope).not.toMatch(/read|public/);
    });
  },
);

it('names the scope that a call needs in its refusal', () => {
  const refusal = (scope: 'manage' | 'none') => () =>
    tokenAccess({ scope, access: 'account', method: 'PUT' }, ['read']);
  expect(refusal('manage')).toThrow('it needs the scope "manage"');
  expect(refusal('none')).toThrow('No access token covers this call');
});
