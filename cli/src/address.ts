import { parseBaseUrl } from './settings/credentials.js';
import { NOT_FOUND, RefusedError, UsageError } from './errors.js';

/** Pattern of ids, as in the contracts, which are not installed with this package. */
export const ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SLUG = /^[a-z0-9-]{3,64}$/;

/** Pages of a file or bundle whose address goes on after the id, and those of a file that end with it. */
const AFTER_ID = new Set(['link', 'share', 'create', 'analytics']);
const BEFORE_ID = new Set(['embed', 'analytics', 'office-preview']);

/** The target of a page's address. */
export interface Address {
  readonly kind: 'file' | 'bundle' | 'link' | 'request';
  /** Id of a file or bundle, slug of a link or file request. */
  readonly id: string;
  /** Base address of Waybill. Null for an id alone. */
  readonly url: string | null;
}

/**
 * @param text `URL/{uuid}`, `URL/b/{uuid}`, `URL/l/{slug}`, `URL/r/{slug}`, or another page of a file or bundle
 * @throws UsageError for other text
 */
export function parseAddress(text: string): Address {
  const url = /^https?:/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new UsageError(`"${text}" is no link of a Waybill`);
  const parts = url.pathname.split('/').filter(Boolean).reverse();
  if (AFTER_ID.has(parts[0] ?? '') && ID_PATTERN.test(parts[1] ?? '')) parts.shift();
  const [last = '', kind = '', ...rest] = parts;
  const base = (folders: readonly string[]) => parseBaseUrl([url.origin, ...folders.toReversed()].join('/'));
  if (kind === 'b' && ID_PATTERN.test(last))
    return { kind: 'bundle', id: last.toLowerCase(), url: base(rest) };
  if (kind === 'l' && SLUG.test(last)) return { kind: 'link', id: last, url: base(rest) };
  if (kind === 'r' && SLUG.test(last)) return { kind: 'request', id: last, url: base(rest) };
  if (ID_PATTERN.test(last)) {
    const folders = kind === '' || BEFORE_ID.has(kind) ? rest : [kind, ...rest];
    return { kind: 'file', id: last.toLowerCase(), url: base(folders) };
  }
  throw new UsageError(`"${text}" is no link of a Waybill`);
}

/** @param text id of a file or bundle, or an address. @throws UsageError for other text */
export function parseTarget(text: string): Address {
  return ID_PATTERN.test(text) ? { kind: 'file', id: text.toLowerCase(), url: null } : parseAddress(text);
}

/**
 * Names the Waybill of the log-in where nothing was found at another address. It may be the same Waybill: one can have
 * several addresses.
 */
export function explainNotFound(error: RefusedError, { url }: Address, ownUrl: string): RefusedError {
  if (error.status !== NOT_FOUND || url === null || url === ownUrl) return error;
  return new RefusedError(`${error.message} at ${ownUrl}, where you are logged in`, error.status);
}
