import {
  AppError,
  type FileSettings,
  fieldMessages,
  type PlanId,
  planAllowsExpiry,
  planLimits,
} from '@waybill/contracts';
import { typedName } from '../file/file-name.js';
import { isExpired } from '../file/expiry.policy.js';

/** What of a file its settings are judged by. */
export interface CurrentSettings {
  readonly originalName: string;
  readonly createdAt: Date;
  readonly deleteAt: Date | null;
  readonly isProtected: boolean;
}

/** Only what becomes different. `password` null: the protection goes. */
export interface SettingsChange {
  readonly originalName?: string;
  readonly deleteAt?: Date | null;
  readonly password?: string | null;
}

/**
 * What asked-for settings change, if the plan gives them (contract, "PUT settings"). Sending back what is
 * there already is always allowed, and so is taking a password away.
 * @throws AppError `request.invalid`, `files.expiry-in-past`, `files.expiry-not-in-plan`,
 * `files.password-not-in-plan`
 */
export function decideChange(
  current: CurrentSettings,
  asked: FileSettings,
  plan: PlanId,
  now: Date,
): SettingsChange {
  const change = {
    ...nameChange(current, asked),
    ...expiryChange(current, asked),
    ...passwordChange(current, asked),
  };
  if (change.deleteAt && isExpired(change.deleteAt, now)) throw new AppError('files.expiry-in-past');
  if (change.deleteAt !== undefined && !planAllowsExpiry(plan, change.deleteAt, current.createdAt, now)) {
    throw new AppError('files.expiry-not-in-plan');
  }
  if (typeof change.password === 'string' && !planLimits[plan].passwordProtection) {
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

function expiryChange(current: CurrentSettings, { deleteAt: asked }: FileSettings): SettingsChange {
  if (asked === undefined) return {};
  const deleteAt = asked === null ? null : new Date(asked);
  return deleteAt?.getTime() === current.deleteAt?.getTime() ? {} : { deleteAt };
}

function passwordChange(current: CurrentSettings, { password }: FileSettings): SettingsChange {
  if (password === undefined) return {};
  if (password !== null && password !== '') return { password };
  return current.isProtected ? { password: null } : {};
}
