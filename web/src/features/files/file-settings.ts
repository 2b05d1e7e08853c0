import {
  defaultDeleteAt,
  expiryOptionsOf,
  fieldMessages,
  type FileSettings,
  fileSettingsSchema,
  type FileView,
  type PlanId,
  planLimits,
} from '@waybill/contracts';
import { z } from 'zod';

const HOUR_MS = 3_600_000;

/** Value of the expiry field that keeps the current expiry. */
export const KEEP_EXPIRY = 'keep';
const DEFAULT_EXPIRY = '12';
const FREE_EXPIRY = '1';

/** After an upload or from the list: the two flows send an unchecked protection differently (spec §3). */
export type SettingsFlow = 'create' | 'edit';

export interface SettingsForm {
  readonly documentName: string;
  readonly hasPassword: boolean;
  readonly password: string;
  /** Hours, `never` or `keep`. */
  readonly expiry: string;
}

type FileFacts = Pick<FileView, 'originalName' | 'password' | 'createdAt' | 'deleteAt'>;

/** Whether the plan allows to choose protection and expiry (spec §5). */
export function canConfigure(plan: PlanId): boolean {
  return planLimits[plan].passwordProtection;
}

/** Initial values of the form. On the free plan: one hour and nothing to choose. */
export function initialSettings(file: FileFacts, plan: PlanId, flow: SettingsFlow): SettingsForm {
  return {
    documentName: file.originalName,
    hasPassword: file.password.Valid,
    password: '',
    expiry: !canConfigure(plan) ? FREE_EXPIRY : keepsExpiry(file, plan, flow) ? KEEP_EXPIRY : DEFAULT_EXPIRY,
  };
}

/** Choices of the expiry field. */
export function expiryChoices(
  file: FileFacts,
  plan: PlanId,
  flow: SettingsFlow,
): Array<{ value: string; label: string }> {
  const offered = expiryOptionsOf(plan).map(({ value, label }) => ({ value: value, label }));
  return canConfigure(plan) && keepsExpiry(file, plan, flow)
    ? [{ value: KEEP_EXPIRY, label: 'Keep current' }, ...offered]
    : offered;
}

/** Whether the file has an expiry to keep. On the create screen, only a user who returns to it has chosen one. */
function keepsExpiry({ createdAt, deleteAt }: FileFacts, plan: PlanId, flow: SettingsFlow): boolean {
  const untouched = defaultDeleteAt(plan, new Date(createdAt)).toISOString();
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
  { plan, flow, now }: { plan: PlanId; flow: SettingsFlow; now: Date },
): FileSettings {
  const originalName = form.documentName;
  if (!canConfigure(plan)) return { originalName };
  return { originalName, ...passwordOf(form, flow), ...deleteAtOf(form.expiry, now) };
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
