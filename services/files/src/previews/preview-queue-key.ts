import { createHash, createHmac } from 'node:crypto';
import type { Caller } from '@waybill/contracts';
import { isSharedAddress, widestNetworkOf } from '@waybill/redis';

/**
 * Key under which previews queue fairly: `account network`. Each key has at most one preview in progress. Anonymous
 * browsers queue by network alone, because a client without cookies is a new browser with each call. Accounts queue
 * without a network if many clients share the address. A file that was sent to a file request outlives the account of
 * its sender, so the account is hashed. The hash needs no key, because the id is random. Networks are stored as keyed
 * hashes.
 */
export function previewQueueKeyOf({ userId, address }: Caller, secrets: readonly Buffer[]): string {
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
  return previewQueueKeyOf(caller, secrets).replace(/^.* /, '');
}

/** SQL of the network of a key, or of its account if it has none. */
export const networkOfKey = (key: string) => `substring(${key} from '\\S+$')`;

/** SQL of the account of a key, or of its network if it has none. */
export const senderOfKey = (key: string) => `split_part(${key}, ' ', 1)`;
