import {
  AppError,
  type FileSettings,
  fieldMessages,
  planAllowsExpiry,
  type PlanLimits,
} from '@waybill/contracts';
import { passwordChange } from '../access/password-change.policy.js';
import { typedName } from '../file/file-name.js';
import { isExpired } from '../file/expiry.policy.js';

/** The current settings that a change is validated against. */
export interface CurrentSettings {
  readonly originalName: string;
  readonly createdAt: Date;
  readonly deleteAt: Date | null;
  readonly isProtected: boolean;
}

/** Settings that differ from the current ones. `password` null removes the protection. */
export interface SettingsChange {
  readonly originalName?: string;
  readonly deleteAt?: Date | null;
  readonly password?: string | null;
}

/**
 * Changes that the requested settings make, if the plan allows them (spec §7). Current values, an earlier expiry and
 * the removal of a password are always allowed.
 * @throws AppError `request.invalid`, `files.expiry-in-past`, `files.expiry-not-in-plan`,
 * `files.password-not-in-plan`
 */
export function decideChange(
  current: CurrentSettings,
  requested: FileSettings,
  limits: PlanLimits,
  now: Date,
): SettingsChange {
  const password = passwordChange(current.isProtected, requested.password);
  const change: SettingsChange = {
    ...nameChange(current, requested),
    ...expiryChange(current, requested),
    ...(password !== undefined && { password }),
  };
  if (change.deleteAt && isExpired(change.deleteAt, now)) throw new AppError('files.expiry-in-past');
  if (
    change.deleteAt !== undefined &&
    !isEarlier(change.deleteAt, current.deleteAt) &&
    !planAllowsExpiry(limits, change.deleteAt, current.createdAt, now)
  ) {
    throw new AppError('files.expiry-not-in-plan');
  }
  if (typeof change.password === 'string' && !limits.passwordProtection) {
    throw new AppError('files.password-not-in-plan');
  }
  return change;
}

function nameChange(current: CurrentSettings, { originalName: typed }: FileSettings): SettingsChange {
  if (typed === undefined) return {};
  const originalName = typedName(typed);
  if (originalName === '') {
    throw AppError.invalid([{ field: 'originalName', message: fieldMessages.documentNameRequired }]);
  }
  return originalName === current.originalName ? {} : { originalName };
}

function expiryChange(current: CurrentSettings, { deleteAt: requested }: FileSettings): SettingsChange {
  if (requested === undefined) return {};
  const deleteAt = requested === null ? null : new Date(requested);
  return deleteAt?.getTime() === current.deleteAt?.getTime() ? {} : { deleteAt };
}

/** Null, which means never, is the latest expiry. */
function isEarlier(deleteAt: Date | null, than: Date | null): boolean {
  return deleteAt !== null && (than === null || deleteAt < than);
}
