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
export const KEEP_EXPIRY = 'keep';

/** `create`: after an upload, `edit`: from the list. An unchecked protection is sent as `''` or `null` (spec §3). */
export type SettingsFlow = 'create' | 'edit';

export interface SettingsForm {
  readonly documentName: string;
  readonly hasPassword: boolean;
  readonly password: string;
  /** Hours, `never` or `keep`. */
  readonly expiry: string;
}

/** The current settings of a file or bundle. */
export type SettingsFacts = Pick<FileView, 'originalName' | 'password' | 'createdAt' | 'deleteAt'>;

/** Whether the plan has more than one expiry to choose from (spec §5). The standard free plan has only one hour. */
export function canChooseExpiry(limits: PlanLimits): boolean {
  return expiryOptionsOf(limits).length > 1;
}

/** Initial values of the form. */
export function initialSettings(file: SettingsFacts, limits: PlanLimits, flow: SettingsFlow): SettingsForm {
  return {
    documentName: file.originalName,
    hasPassword: file.password.Valid,
    password: '',
    expiry:
      canChooseExpiry(limits) && keepsExpiry(file, limits, flow)
        ? KEEP_EXPIRY
        : String(limits.defaultExpiryHours),
  };
}

/** Choices of the expiry field. */
export function expiryChoices(
  file: SettingsFacts,
  limits: PlanLimits,
  flow: SettingsFlow,
): Array<{ value: string; label: string }> {
  const offered = expiryOptionsOf(limits).map(({ value, label }) => ({ value, label }));
  return canChooseExpiry(limits) && keepsExpiry(file, limits, flow)
    ? [{ value: KEEP_EXPIRY, label: 'Keep current' }, ...offered]
    : offered;
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
  form: SettingsForm,
  { limits, flow, now }: { limits: PlanLimits; flow: SettingsFlow; now: Date },
): FileSettings {
  const originalName = form.documentName;
  return {
    originalName,
    ...(limits.passwordProtection && passwordOf(form, flow)),
    ...(canChooseExpiry(limits) && deleteAtOf(form.expiry, now)),
  };
}

function passwordOf({ hasPassword, password }: SettingsForm, flow: SettingsFlow): FileSettings {
  if (!hasPassword) return { password: flow === 'create' ? '' : null };
  return password === '' ? {} : { password };
}

function deleteAtOf(expiry: string, now: Date): FileSettings {
  if (expiry === KEEP_EXPIRY) return {};
  if (expiry === 'never') return { deleteAt: null };
  return { deleteAt: new Date(now.getTime() + Number(expiry) * HOUR_MS).toISOString() };
}
