import { createHmac } from 'node:crypto';
import type { Caller } from '@waybill/contracts';
import { networkOf } from '@waybill/redis';

/**
 * The share of the preview workers that an upload counts for: its account, or the network of an anonymous browser, because
 * a client without cookies is a new browser with each call. Networks are stored as keyed hashes.
 */
export function previewShareOf({ userId, address }: Caller, secrets: readonly Buffer[]): string {
  if (userId !== null) return userId;
  const digest = createHmac('sha256', secrets[0] ?? '')
    .update(`preview-share:${networkOf(address)}`)
    .digest('base64url');
  return `network:${digest.slice(0, 22)}`;
}
