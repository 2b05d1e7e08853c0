import { createHmac } from 'node:crypto';
import type { Caller } from '@waybill/contracts';
import { isSharedAddress, widestNetworkOf } from '@waybill/redis';

/**
 * Key of the share of the preview workers that an upload counts for: `account network`. Anonymous browsers count by
 * network alone, because a client without cookies is a new browser with each call. Accounts count without a network if
 * many clients share the address. Networks are stored as keyed hashes.
 */
export function previewShareOf({ userId, address }: Caller, secrets: readonly Buffer[]): string {
  if (userId !== null && isSharedAddress(address)) return userId;
  const digest = createHmac('sha256', secrets[0] ?? '')
    .update(`preview-share:${widestNetworkOf(address)}`)
    .digest('base64url');
  const network = `network:${digest.slice(0, 22)}`;
  return userId === null ? network : `${userId} ${network}`;
}

/** SQL of the network of a share, or of its account if it has none. */
export const networkOfShare = (share: string) => `substring(${share} from '\\S+$')`;

/** SQL of the account of a share, or of its network if it has none. */
export const senderOfShare = (share: string) => `split_part(${share}, ' ', 1)`;
