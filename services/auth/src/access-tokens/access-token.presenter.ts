import type { TokenView } from '@waybill/contracts';
import type { AccessToken } from './access-token.entity.js';

/** An access token in the API's form. */
export function presentToken(
  token: Pick<AccessToken, 'id' | 'name' | 'scopes' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>,
): TokenView {
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = token;
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
