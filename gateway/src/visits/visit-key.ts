import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Keys that decide which visit a request belongs to (docs/decisions/what-counts-as-a-visit.md). */
export interface VisitKey {
  /** Requests for one file with the same key are one visit. Null: always a new visit. */
  readonly key: string | null;
  /** Key by which later requests of the same client join this visit. */
  readonly joinKey?: string;
}

/** The properties of a successful request that decide its visit. */
export interface VisitRequest {
  /** Id that the web client appends to every URL of one page view. */
  readonly visitId: string | null;
  readonly status: 200 | 206 | 304;
  readonly isOwnPreview: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly method: string;
  /** See `isMachine`. */
  readonly isBot: boolean;
}

/**
 * The visit that a request belongs to; null when it counts as none. Requests of a machine are a visit of their own,
 * even with the visit id of a page. Otherwise a person who follows a prefetch would join its visit and not be counted.
 * @param secret keys the hash of address and user agent, so that a stored key does not reveal an address
 */
export function visitKeyOf(request: VisitRequest, secret: KeyObject): VisitKey | null {
  if (request.isOwnPreview) return null;
  if (request.isBot) {
    // HEAD has a key of its own: a client that sends HEAD and a prefetch gets two entries.
    const kind = request.method === 'HEAD' ? 'head:' : '';
    return { key: `bot:${kind}${clientHashOf(request, secret)}` };
  }
  if (request.visitId !== null) return { key: `page:${request.visitId}` };
  const clientKey = `client:${clientHashOf(request, secret)}`;
  switch (request.status) {
    case 200:
      return { key: null, joinKey: clientKey };
    case 206:
      return { key: clientKey };
    case 304:
      return null;
  }
}

/** Key for the hash of address and user agent: the first session secret. */
export function visitSecretOf([secret]: readonly Buffer[]): KeyObject {
  if (!secret) throw new Error('SESSION_SECRET has no key.');
  return createSecretKey(secret);
}

function clientHashOf({ address, userAgent }: VisitRequest, secret: KeyObject): string {
  return createHmac('sha256', secret).update(`visit\n${address}\n${userAgent}`).digest('hex');
}
