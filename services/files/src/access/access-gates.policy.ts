import type { ErrorCode } from '@waybill/contracts';
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

/** Actions that reveal nothing of a protected file: they are open without its password. */
const openWithoutPassword: ReadonlySet<AccessAction> = new Set([
  'metadata',
  'check-protection',
  'verify-password',
]);

/**
 * All gates of a file, in the order in which they refuse. Every action of every caller passes all of them; a file that
 * does not exist or has expired is refused before. A new reason to refuse access is a new row.
 */
export const accessGates: readonly AccessGate[] = [
  // First: a stranger learns nothing of a file that has no link, not even that it is scanned or was taken down.
  { name: 'first link', check: firstLinkGate },
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

/** An owner opens a file before its scan, except one that somebody else sent them. */
function virusScanGate({ file, isOwner, action }: AccessContext): ErrorCode | null {
  return scanRefusal(file, isOwner && (file.received === null || !givesBytes.has(action)));
}

/**
 * A file whose first link is switched off does not exist for strangers, or they could walk around every other gate. A
 * received file never had one: its owner shares it by the link of the bundle that they put it into.
 */
function firstLinkGate({ file, isOwner, opened, bundle }: AccessContext): ErrorCode | null {
  if (file.isFirstLinkActive || isOwner || opened !== null) return null;
  return file.received !== null && bundle?.refusal === null ? null : 'files.not-found';
}

/** Through a bundle, expiry and password of the bundle apply. */
function bundleGate({ action, isOwner, bundle, opened }: AccessContext): ErrorCode | null {
  if (bundle === null || isOwner || opened !== null) return null;
  if (bundle.refusal === 'files.password-required' && openWithoutPassword.has(action)) return null;
  return bundle.refusal;
}

/** The token of a link, and a bundle that lets in, open the file whatever password the file has. */
function passwordGate({
  action,
  file,
  isOwner,
  hasFileToken,
  opened,
  bundle,
}: AccessContext): ErrorCode | null {
  if (openWithoutPassword.has(action) || isOwner || opened !== null) return null;
  if (bundle?.refusal === null) return null;
  return file.passwordHash === null || hasFileToken ? null : 'files.password-required';
}

/** A viewer on another site fetches the original as a download, which would use up the link. */
function externalViewerGate({ action, opened }: AccessContext): ErrorCode | null {
  const isLimited = opened !== null && opened.link.downloadLimit !== null;
  return action === 'viewer' && isLimited ? 'files.no-preview' : null;
}
