import type { SessionView } from '@waybill/contracts';
import { browserName } from '@waybill/service-kit/user-agent';
import { hashToken } from '../credentials/secret-token.js';
import type { Session } from './session.entity.js';

/** A session in the API's form. @param currentToken token of the requesting session */
export function presentSession(session: Session, currentToken: string): SessionView {
  return {
    id: session.id,
    device: browserName(session.userAgent),
    startedAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastUsedAt.toISOString(),
    isCurrent: session.tokenHash.equals(hashToken(currentToken)),
  };
}
