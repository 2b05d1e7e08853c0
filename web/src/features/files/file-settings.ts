import {
  defaultDeleteAt,
  expiryOptionsOf,
  fieldMessages,
  type FileSettings,
  fileSettingsSchema,
  type FileView,
  type PlanLimits,
  HOUR_MS,
} from '@waybill/contracts';
import { z } from 'zod';

/** Value of the expiry field that keeps the current expiry. */
const KEEP_EXPIRY = 'keep';

/** `create`: after an upload, `edit`: from the list. An unchecked protection is sent as `''` or `null` (spec §3). */
export type SettingsFlow = 'create' | 'edit';

/** Fields of the form. */
export interface SettingsDraft {
  readonly documentName: string;
  readonly hasPassword: boolean;
  readonly password: string;
  /** Hours, `never` or `keep`. */
  readonly expiry: string;
}

/** The current settings of a file or bundle. */
export type SettingsFacts = Pick<FileView, 'originalName' | 'password' | 'createdAt' | 'deleteAt'>;
type Uploaded = Pick<SettingsFacts, 'createdAt'>;
type Expiring = Pick<SettingsFacts, 'createdAt' | 'deleteAt'>;

/** Whether the plan has more than one expiry to choose from (spec §5). The standard free plan has only one hour. */
export function canChooseExpiry(limits: PlanLimits): boolean {
  return expiryOptionsOf(limits).length > 1;
}

/** Whether the form has an expiry to choose: one of the plan, or an earlier one than an ended plan granted. */
export function canChangeExpiry(file: Expiring, limits: PlanLimits): boolean {
  return canChooseExpiry(limits) || outlastsFree(file, limits);
}

/** Initial values of the form. */
export function initialSettings(
  file: SettingsFacts,
  limits: PlanLimits,
  flow: SettingsFlow,
  now: Date,
): SettingsDraft {
  const choices = expiryChoices(file, limits, flow, now).map(({ value }) => value);
  const preferred = [KEEP_EXPIRY, String(limits.defaultExpiryHours)];
  return {
    documentName: file.originalName,
    hasPassword: file.password.Valid,
    password: '',
    expiry: preferred.find((value) => choices.includes(value)) ?? String(limits.maxExpiryHours),
  };
}

/** Choices of the expiry field. Never empty. */
export function expiryChoices(
  file: SettingsFacts,
  limits: PlanLimits,
  flow: SettingsFlow,
  now: Date,
): Array<{ value: string; label: string }> {
  const options = expiryOptionsOf(limits).map(({ value, label }) => ({ value, label }));
  if (!canChangeExpiry(file, limits)) return options;
  const offered = optionsAhead(options, file, limits, now);
  return offered.length === 0 || keepsExpiry(file, limits, flow)
    ? [{ value: KEEP_EXPIRY, label: 'Keep current' }, ...offered]
    : offered;
}

/**
 * The options whose end is still ahead and allowed. The longest one of free counts from the upload. All count from now
 * where they only make the file end earlier.
 */
function optionsAhead(
  options: Array<{ value: string; label: string }>,
  file: SettingsFacts,
  limits: PlanLimits,
  now: Date,
): Array<{ value: string; label: string }> {
  const latest = latestOnFree(file, limits);
  if (latest === null) return options;
  if (outlastsFree(file, limits))
    return options.filter(({ value }) => endOf(value, file, now) < currentEnd(file));
  const longest = String(limits.maxExpiryHours);
  // The file ends by then and is still there, so that time is ahead even if the browser's clock says otherwise.
  return options
    .filter(({ value }) => value === longest || endOf(value, file, now) < latest)
    .map(({ value, label }) => ({ value, label: value === longest ? `${label} from the upload` : label }));
}

/** Latest end that the free plan allows, in milliseconds. Null: the plan counts from now, or has no maximum. */
function latestOnFree({ createdAt }: Uploaded, { id, maxExpiryHours }: PlanLimits) {
  return id === 'free' && maxExpiryHours !== null ? Date.parse(createdAt) + maxExpiryHours * HOUR_MS : null;
}

/** Whether the file ends later than the free plan allows: a paid plan that has ended granted it. */
function outlastsFree(file: Expiring, limits: PlanLimits): boolean {
  const latest = latestOnFree(file, limits);
  return latest !== null && currentEnd(file) > latest;
}

/** In milliseconds; infinite for a file that never expires. */
function currentEnd({ deleteAt }: Expiring): number {
  return deleteAt.Time === null ? Infinity : Date.parse(deleteAt.Time);
}

/** End of so many hours from now. The upload is in the server's time, so a clock that is before it is slow. */
function endOf(hours: string, { createdAt }: Uploaded, now: Date): number {
  return Math.max(now.getTime(), Date.parse(createdAt)) + Number(hours) * HOUR_MS;
}

/**
 * Whether the form offers to keep the current expiry. On the create screen it does so only if the expiry differs from
 * the default, which means that the user has already saved one.
 */
function keepsExpiry(
  { createdAt, deleteAt }: SettingsFacts,
  limits: PlanLimits,
  flow: SettingsFlow,
): boolean {
  const untouched = defaultDeleteAt(limits, new Date(createdAt)).toISOString();
  return flow === 'edit' || deleteAt.Time !== untouched;
}

/** Validation rules of the form (spec §5). A protected file keeps its password when none is typed. */
export function settingsFormSchema(isProtected: boolean) {
  const { originalName, password } = fileSettingsSchema.shape;
  return z
    .object({
      documentName: originalName.unwrap(),
      hasPassword: z.boolean(),
      password: password.unwrap().unwrap(),
      expiry: z.string(),
    })
    .refine(({ hasPassword, password }) => !hasPassword || isProtected || password !== '', {
      path: ['password'],
      message: fieldMessages.passwordRequired,
    });
}

/** Builds the payload of a submitted form. Omits what the plan does not allow, so that it stays unchanged. */
export function toSettings(
  form: SettingsDraft,
  { file, limits, flow, now }: { file: Expiring; limits: PlanLimits; flow: SettingsFlow; now: Date },
): FileSettings {
  const originalName = form.documentName;
  return {
    originalName,
    ...(limits.passwordProtection && passwordOf(form, flow)),
    ...(canChangeExpiry(file, limits) && deleteAtOf(form.expiry, file, limits, now)),
  };
}

function passwordOf({ hasPassword, password }: SettingsDraft, flow: SettingsFlow): FileSettings {
  if (!hasPassword) return { password: flow === 'create' ? '' : null };
  return password === '' ? {} : { password };
}

function deleteAtOf(expiry: string, file: Expiring, limits: PlanLimits, now: Date): FileSettings {
  if (expiry === KEEP_EXPIRY) return {};
  if (expiry === 'never') return { deleteAt: null };
  const latest = outlastsFree(file, limits) ? currentEnd(file) : (latestOnFree(file, limits) ?? Infinity);
  return { deleteAt: new Date(Math.min(endOf(expiry, file, now), latest)).toISOString() };
}
