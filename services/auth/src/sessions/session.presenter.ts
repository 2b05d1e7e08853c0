import type { SessionView } from '@waybill/contracts';
import { hashOfToken } from '../secrets/secret-token.js';
import { deviceName } from './device-name.js';
import type { Session } from './session.entity.js';
import { lastUse } from './session.rules.js';

/** A session as its owner sees it. @param token of the session that asks */
export function presentSession(session: Session, token: string): SessionView {
  return {
    id: session.id,
    device: deviceName(session.userAgent),
    startedAt: session.createdAt.toISOString(),
    lastSeenAt: lastUse(session).toISOString(),
    isCurrent: session.tokenHash.equals(hashOfToken(token)),
  };
}
