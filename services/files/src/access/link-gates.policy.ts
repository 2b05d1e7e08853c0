import type { ErrorCode } from '@waybill/contracts';
import { endOfLink } from '../link/link-end.policy.js';
import type { OpenedLink } from '../link/link-lookup.service.js';
import type { AccessAction } from './access-context.js';

/** Facts that the gates of a link decide by, whether it leads to a file or a bundle. */
export interface LinkFacts {
  readonly action: AccessAction;
  /** The opening of the link that the caller proved; null: it came without a link. */
  readonly opened: OpenedLink | null;
  readonly isMachine: boolean;
  readonly now: Date;
}

/** Actions that give the original's bytes away. */
const givesOriginal: ReadonlySet<AccessAction> = new Set(['inline', 'attachment', 'viewer']);
/** Actions that give away the bytes of the original or of its rendition. */
export const givesBytes: ReadonlySet<AccessAction> = new Set([...givesOriginal, 'rendition']);

/** Refuses the token of a link that has ended. On a used-up link, an opening may still resume its counted download. */
export function linkGate({ opened, now }: Pick<LinkFacts, 'opened' | 'now'>): ErrorCode | null {
  if (opened === null) return null;
  const end = endOfLink(opened.link, now);
  return end === 'links.used-up' && opened.mayResume ? null : end;
}

export function viewOnlyGate({ action, opened }: Pick<LinkFacts, 'action' | 'opened'>): ErrorCode | null {
  return opened?.link.allowDownload === false && givesOriginal.has(action) ? 'links.view-only' : null;
}

/**
 * Refuses bytes to machines on a link with a download limit. Their downloads are not counted, so a client could evade
 * the limit by calling itself a bot.
 */
export function machineGate({ action, isMachine, opened }: Omit<LinkFacts, 'now'>): ErrorCode | null {
  const isLimited = opened !== null && opened.link.downloadLimit !== null;
  return isMachine && isLimited && givesBytes.has(action) ? 'links.machine-refused' : null;
}
