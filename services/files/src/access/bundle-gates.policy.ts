import type { ErrorCode } from '@waybill/contracts';
import type { Bundle } from '../bundle/bundle.entity.js';
import { isExpired } from '../file/expiry.policy.js';
import { type LinkFacts, linkGate, machineGate, viewOnlyGate } from './link-gates.policy.js';

/** All facts that the gates of a bundle decide by. */
export interface BundleContext extends LinkFacts {
  readonly bundle: Readonly<Bundle>;
  readonly isOwner: boolean;
  /** Whether the token of the call proves the current password of the bundle. */
  readonly hasBundleToken: boolean;
}

/** The gates of a bundle, in the order in which they refuse. The lookup has refused a bundle without a row before. */
const bundleGates: readonly ((context: BundleContext) => ErrorCode | null)[] = [
  // Must come first: the codes of later gates would reveal to strangers that a hidden bundle exists or existed.
  firstLinkGate,
  expiryGate,
  linkGate,
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

/** Hides a bundle whose first link is off from strangers: its address would bypass the gates of its other links. */
function firstLinkGate({ bundle, isOwner, opened }: BundleContext): ErrorCode | null {
  return bundle.isFirstLinkActive || isOwner || opened !== null ? null : 'bundles.not-found';
}

function expiryGate({ bundle, now }: BundleContext): ErrorCode | null {
  return isExpired(bundle.deleteAt, now) ? 'bundles.expired' : null;
}

/** A token of a link replaces the password of the bundle. */
function passwordGate({ action, bundle, isOwner, opened, hasBundleToken }: BundleContext): ErrorCode | null {
  if (action === 'metadata' || action === 'verify-password' || isOwner || opened !== null) return null;
  return bundle.passwordHash === null || hasBundleToken ? null : 'files.password-required';
}
