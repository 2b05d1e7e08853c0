import type { ErrorCode } from '@waybill/contracts';
import { isExpired } from '../file/expiry.policy.js';
import { takedownRefusal } from '../file/takedown.policy.js';
import { scanRefusal } from '../file/virus-scan.policy.js';
import type { AccessAction, AccessContext } from './access-context.js';
import { givesBytes, linkGate, machineGate, viewOnlyGate } from './link-gates.policy.js';

/** A reason to refuse access. */
export interface AccessGate {
  readonly name: string;
  /** @returns the code of the refusal; null: passed */
  readonly check: (context: AccessContext) => ErrorCode | null;
}

/** Actions that need no password, because they do not reveal the content, name or size of a protected file. */
const openWithoutPassword: ReadonlySet<AccessAction> = new Set([
  'metadata',
  'check-protection',
  'verify-password',
]);

/**
 * All gates of a file, in the order in which they refuse. Every action of every caller is checked against all of them.
 * The lookup of the file has refused a file without a row before. A new reason to refuse access is a new row.
 */
const accessGates: readonly AccessGate[] = [
  // Must come first: the codes of later gates would reveal to strangers that a hidden file exists or existed.
  { name: 'first link', check: firstLinkGate },
  { name: 'expiry', check: ({ file, now }) => (isExpired(file.deleteAt, now) ? 'files.expired' : null) },
  { name: 'takedown', check: ({ file }) => takedownRefusal(file) },
  { name: 'virus scan', check: virusScanGate },
  { name: 'link', check: linkGate },
  { name: 'bundle', check: bundleGate },
  { name: 'password', check: passwordGate },
  { name: 'view only', check: viewOnlyGate },
  { name: 'machine', check: machineGate },
  { name: 'external viewer', check: externalViewerGate },
];

/** The code of the first gate that refuses; null: access is granted. */
export function refusalOf(context: AccessContext): ErrorCode | null {
  for (const { check } of accessGates) {
    const code = check(context);
    if (code !== null) return code;
  }
  return null;
}

/** Owners may open their own uploads before the scan, but not the bytes of a file that a sender uploaded. */
function virusScanGate({ file, isOwner, action }: AccessContext): ErrorCode | null {
  return scanRefusal(file, isOwner && (file.received === null || !givesBytes.has(action)));
}

/**
 * Hides a file whose first link is switched off from strangers: its address would bypass the gates of its other links.
 * The first link of a received file is off from the start, so a bundle that admits the caller opens the file. A token
 * of the file proves only its password, and may be older than the switch.
 */
function firstLinkGate({ file, isOwner, hasViewerToken, opened, bundle }: AccessContext): ErrorCode | null {
  if (file.isFirstLinkActive || isOwner || hasViewerToken || opened !== null) return null;
  return file.received !== null && bundle?.refusal === null ? null : 'files.not-found';
}

/** Applies the refusal of the bundle, such as its expiry or password, to a file that is opened through it. */
function bundleGate({ action, isOwner, bundle, opened }: AccessContext): ErrorCode | null {
  if (bundle === null || isOwner || opened !== null) return null;
  if (bundle.refusal === 'files.password-required' && openWithoutPassword.has(action)) return null;
  return bundle.refusal;
}

/** A token of a link or of the viewer, or a bundle that admits the caller, replaces the password of the file. */
function passwordGate({
  action,
  file,
  isOwner,
  hasFileToken,
  hasViewerToken,
  opened,
  bundle,
}: AccessContext): ErrorCode | null {
  if (openWithoutPassword.has(action) || isOwner || hasViewerToken || opened !== null) return null;
  if (bundle?.refusal === null) return null;
  return file.passwordHash === null || hasFileToken ? null : 'files.password-required';
}

/** The external viewer downloads the original, which would use up a link with a download limit. */
function externalViewerGate({ action, opened }: AccessContext): ErrorCode | null {
  const isLimited = opened !== null && opened.link.downloadLimit !== null;
  return action === 'viewer' && isLimited ? 'files.no-preview' : null;
}
