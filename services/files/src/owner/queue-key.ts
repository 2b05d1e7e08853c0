import { createHash, createHmac } from 'node:crypto';
import type { Caller } from '@waybill/contracts';
import { isSharedAddress, widestNetworkOf } from '@waybill/redis';

/**
 * Key under which a caller's files queue fairly for previews and virus scans: `account network`. Anonymous browsers
 * queue by network alone, because a client without cookies is a new browser with each call. Accounts queue without a
 * network if many clients share the address. A file that was sent to a file request outlives the account of its sender,
 * so the account is hashed. The hash needs no key, because the id is random. Networks are stored as keyed hashes.
 */
export function queueKeyOf({ userId, address }: Caller, secrets: readonly Buffer[]): string {
  const account = userId === null ? null : accountOf(userId);
  if (account !== null && isSharedAddress(address)) return account;
  const digest = createHmac('sha256', secrets[0] ?? '')
    .update(`preview-share:${widestNetworkOf(address)}`)
    .digest('base64url');
  const network = `network:${digest.slice(0, 22)}`;
  return account === null ? network : `${account} ${network}`;
}

/** The migration `HashSendersOfFiles` makes the same of the ids that earlier versions stored. */
function accountOf(userId: string): string {
  return `account:${createHash('sha256').update(userId).digest('hex').slice(0, 32)}`;
}

/** The network of a caller, or the account if many clients share its address: the last part of its key. */
export function networkOfCaller(caller: Caller, secrets: readonly Buffer[]): string {
  return queueKeyOf(caller, secrets).replace(/^.* /, '');
}

/** SQL of the key of a row of `files`. Older files have none and queue by their owner. */
export const QUEUE_KEY = 'coalesce(preview_share, user_id::text, browser_id::text)';

/** SQL of the network of a key, or of its account if it has none. */
export const networkOfKey = (key: string) => `substring(${key} from '\\S+$')`;

/** SQL of the account of a key, or of its network if it has none. */
export const accountOfKey = (key: string) => `split_part(${key}, ' ', 1)`;
