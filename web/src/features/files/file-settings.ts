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

/** The expiry field's choice that changes nothing. */
export const KEEP_EXPIRY = 'keep';
const DEFAULT_EXPIRY = '12';
const FREE_EXPIRY = '1';

/** Right after the upload, or later from the list: what is left unchecked is said differently (spec §3). */
export type SettingsFlow = 'create' | 'edit';

export interface SettingsForm {
  readonly documentName: string;
  readonly hasPassword: boolean;
  readonly password: string;
  /** Hours, `never` or `keep`. */
  readonly expiry: string;
}

type FileFacts = Pick<FileView, 'originalName' | 'password' | 'createdAt' | 'deleteAt'>;

/** Whether the plan lets its owner choose protection and expiry at all (spec §5). */
export function canConfigure(plan: PlanId): boolean {
  return planLimits[plan].passwordProtection;
}

/** What the form starts with. Free: one hour and nothing to choose. */
export function initialSettings(file: FileFacts, plan: PlanId, flow: SettingsFlow): SettingsForm {
  return {
    documentName: file.originalName,
    hasPassword: file.password.Valid,
    password: '',
    expiry: !canConfigure(plan) ? FREE_EXPIRY : keepsExpiry(file, plan, flow) ? KEEP_EXPIRY : DEFAULT_EXPIRY,
  };
}

/** The expiry field's choices. */
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

/** Whether there is an expiry to keep: who comes back to the screen after the upload has chosen one there. */
function keepsExpiry({ createdAt, deleteAt }: FileFacts, plan: PlanId, flow: SettingsFlow): boolean {
  const untouched = defaultDeleteAt(plan, new Date(createdAt)).toISOString();
  return flow === 'edit' || deleteAt.Time !== untouched;
}

/** The form's rules (spec §5). A file that is protected already keeps its password when none is typed. */
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

/** What is sent for a filled-in form. What the plan does not let one choose is left out, and so left alone. */
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
