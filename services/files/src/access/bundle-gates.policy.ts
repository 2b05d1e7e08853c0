import type { ErrorCode } from '@waybill/contracts';
import type { Bundle } from '../bundle/bundle.entity.js';
import { type LinkFacts, linkGate, machineGate, viewOnlyGate } from './link-gates.policy.js';

/** All facts that the gates of a bundle decide by. */
export interface BundleContext extends LinkFacts {
  readonly bundle: Readonly<Bundle>;
  readonly isOwner: boolean;
  /** Whether the token of the call proves the current password of the bundle. */
  readonly hasBundleToken: boolean;
}

/** The gates of a bundle, in the order in which they refuse. A bundle that expired is refused before. */
const bundleGates: readonly ((context: BundleContext) => ErrorCode | null)[] = [
  linkGate,
  firstLinkGate,
  passwordGate,
  viewOnlyGate,
  machineGate,
];

/** The code of the first gate that refuses; null: access is granted. */
export function bundleRefusalOf(context: BundleContext): ErrorCode | null {
  for (const gate of bundleGates) {
    const code = gate(context);
    if (code !== null) return code;
  }
  return null;
}

/** A bundle whose first link is switched off does not exist for strangers, or they could walk around every other gate. */
function firstLinkGate({ bundle, isOwner, opened }: BundleContext): ErrorCode | null {
  return bundle.isFirstLinkActive || isOwner || opened !== null ? null : 'bundles.not-found';
}

/** The token of a link opens the bundle whatever password the bundle has. */
function passwordGate({ action, bundle, isOwner, opened, hasBundleToken }: BundleContext): ErrorCode | null {
  if (action === 'metadata' || action === 'verify-password' || isOwner || opened !== null) return null;
  return bundle.passwordHash === null || hasBundleToken ? null : 'files.password-required';
}
