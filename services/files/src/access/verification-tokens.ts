import { DAY_MS, MINUTE_MS } from '@waybill/contracts';
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { derivedKeys } from './derived-keys.js';

/** Lifetime of a token after password verification, in milliseconds. */
export const VERIFICATION_TTL_MS = DAY_MS;

/** Lifetime of a token for the external viewer (contract, "Office preview"), in milliseconds. */
export const VIEWER_TOKEN_TTL_MS = 5 * MINUTE_MS;

/** Target of a token, and the version that a change of its gate increments. */
export interface TokenSubject {
  readonly kind: 'file' | 'bundle' | 'link' | 'request' | 'viewer' | 'first-link-viewer';
  readonly id: string;
  /** A new version invalidates all tokens of the subject. */
  readonly version: number;
  /** Id of the opening, for links: each opening has its own token. */
  readonly session?: string;
  /** The only file that the token opens, for the external viewer: a bundle and a link may lead to many files. */
  readonly fileId?: string;
}

/** The part of a subject that a token names. Not proven until `verify` accepts the token. */
export type NamedSubject = Omit<TokenSubject, 'version'>;

const letterOf = { bundle: 'b', 'first-link-viewer': 'f', link: 'l', request: 'r', viewer: 'v' } as const;
const kindOf = { b: 'bundle', f: 'first-link-viewer', l: 'link', r: 'request', v: 'viewer' } as const;
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const tokenFormat = new RegExp(
  `^(?<prefix>(?:[bflrv]\\.(?:${uuid}\\.){1,3})?)(?<expiry>[0-9a-z]{1,9})\\.(?<signature>[\\w-]{43})$`,
);

/**
 * Stateless proofs of a passed gate. Format: `<expiry>.<HMAC-SHA256>` for a file. A token of a bundle, link, file
 * request or viewer starts with the letter of its kind and its id. For a link, the id of the opening follows. If the
 * viewer gets the token of a bundle or link, the id of the file follows. A token is bound to its subject and the
 * version of its gate, so a change of the password invalidates it (spec §7).
 */
export class VerificationTokens {
  private readonly keys: readonly KeyObject[];

  /** @param secrets newest first; the first signs, all verify */
  constructor(secrets: readonly Uint8Array[]) {
    this.keys = derivedKeys(secrets, 'waybill file verification');
  }

  issue(subject: TokenSubject, expiresAt: Date): string {
    const expiry = Math.floor(expiresAt.getTime() / 1000).toString(36);
    const [signature] = this.signatures(subject, expiry);
    return `${prefixOf(subject)}${expiry}.${signature?.toString('base64url')}`;
  }

  verify(token: string, subject: TokenSubject, now: Date): boolean {
    const { prefix, expiry, signature } = tokenFormat.exec(token)?.groups ?? {};
    if (expiry === undefined || signature === undefined || prefix !== prefixOf(subject)) return false;
    const given = Buffer.from(signature, 'base64url');
    const isAuthentic = this.signatures(subject, expiry).some((own) => timingSafeEqual(given, own));
    return isAuthentic && parseInt(expiry, 36) * 1000 > now.getTime();
  }

  private signatures(subject: TokenSubject, expiry: string): Buffer[] {
    const text = `${signedPrefixOf(subject)}${subject.version}.${expiry}`;
    return this.keys.map((key) => createHmac('sha256', key).update(text).digest());
  }
}

/**
 * The bundle, link, file request or file of a viewer that a token names; null for a token of a file, and for a
 * malformed one.
 */
export function subjectNamedBy(token: string): NamedSubject | null {
  const [letter = '', id, ...more] =
    tokenFormat.exec(token)?.groups?.['prefix']?.split('.').slice(0, -1) ?? [];
  if (id === undefined) return null;
  const kind = kindOf[letter as keyof typeof kindOf];
  const [session, fileId] = kind === 'bundle' ? [undefined, more[0]] : more;
  return { kind, id, ...(session !== undefined && { session }), ...(fileId !== undefined && { fileId }) };
}

/** Whether a token was issued for the external viewer. Not proven until `verify` accepts the token. */
export function isViewerToken(token: string): boolean {
  const named = subjectNamedBy(token);
  if (named === null) return false;
  return named.kind === 'viewer' || named.kind === 'first-link-viewer' || named.fileId !== undefined;
}

function prefixOf({ kind, id, session, fileId }: NamedSubject): string {
  if (kind === 'file') return '';
  return [letterOf[kind], id, session, fileId].map((part) => (part === undefined ? '' : `${part}.`)).join('');
}

function signedPrefixOf(subject: NamedSubject): string {
  return subject.kind === 'file' ? `${subject.id}.` : prefixOf(subject);
}
