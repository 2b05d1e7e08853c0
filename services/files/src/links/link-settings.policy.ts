import { AppError, type LinkSettings, type PlanLimits } from '@waybill/contracts';
import { passwordChange } from '../access/password-change.policy.js';
import { isExpired } from '../file/expiry.policy.js';
import type { Link } from '../link/link.entity.js';
import type { StoredLinkView } from './link.presenter.js';

type ChangedColumns = Partial<
  Pick<
    Link,
    | 'name'
    | 'slug'
    | 'deleteAt'
    | 'downloadLimit'
    | 'allowDownload'
    | 'requireEmail'
    | 'verifyEmail'
    | 'allowedEmails'
    | 'notify'
    | 'isActive'
  >
>;

/** Columns whose values change. `password` null removes the password. */
export interface LinkChange {
  readonly columns: ChangedColumns;
  readonly password?: string | null;
  /** Whether the gate changes, which revokes the tokens of earlier openings. */
  readonly changesGate: boolean;
}

/** The current settings that a change is validated against. */
export type CurrentLink = ChangedColumns & Pick<Link, 'passwordHash' | 'requireEmail' | 'allowedEmails'>;

/** A link without any setting. */
export const plainLink: CurrentLink = {
  name: null,
  deleteAt: null,
  downloadLimit: null,
  allowDownload: true,
  requireEmail: false,
  verifyEmail: false,
  allowedEmails: [],
  notify: true,
  isActive: true,
  passwordHash: null,
};

/**
 * Changes that the requested settings make, if the plan allows them. Current values are always allowed.
 * @throws AppError `files.expiry-in-past`, `files.password-not-in-plan`, `links.email-not-in-plan`,
 * `links.slug-not-in-plan`
 */
export function decideLinkChange(
  current: CurrentLink,
  requested: LinkSettings,
  plan: PlanLimits,
  now: Date,
): LinkChange {
  const { password: requestedPassword, deleteAt, name, ...others } = requested;
  const columns = differing(current, {
    ...others,
    ...(name !== undefined && { name: name === '' ? null : name }),
    ...(deleteAt !== undefined && { deleteAt: deleteAt === null ? null : new Date(deleteAt) }),
    ...impliedEmailGate(current, requested),
  });
  const password = passwordChange(current.passwordHash !== null, requestedPassword);
  if (columns.deleteAt && isExpired(columns.deleteAt, now)) throw new AppError('files.expiry-in-past');
  requirePlan(columns, password, plan);
  const changesGate =
    password !== undefined ||
    [columns.requireEmail, columns.verifyEmail, columns.allowedEmails].some((value) => value !== undefined);
  return { columns, changesGate, ...(password !== undefined && { password }) };
}

/**
 * Changes of the first link: its name, `isActive` and `notify`. It takes all other settings from its target.
 * @throws AppError `links.first-link` if another setting would change
 */
export function decideFirstLinkChange(
  current: StoredLinkView,
  { name, isActive, notify, password, deleteAt, ...others }: LinkSettings,
): Pick<LinkSettings, 'name' | 'isActive' | 'notify'> {
  const isOther =
    (password !== undefined && password !== null && password !== '') ||
    (deleteAt !== undefined && timeOf(deleteAt) !== timeOf(current.deleteAt)) ||
    Object.keys(differing<LinkSettings>(current, others)).length > 0;
  if (isOther) throw new AppError('links.first-link');
  return {
    ...(name !== undefined && { name: name === '' ? null : name }),
    ...(isActive !== undefined && { isActive }),
    ...(notify !== undefined && { notify }),
  };
}

/** `allowedEmails` and `verifyEmail` both need the visitor's e-mail address, so that each turns `requireEmail` on. */
function impliedEmailGate(current: CurrentLink, requested: LinkSettings): ChangedColumns {
  const verifyEmail = requested.verifyEmail ?? current.verifyEmail ?? false;
  const allowedEmails = requested.allowedEmails ?? current.allowedEmails;
  const isImplied = verifyEmail || allowedEmails.length > 0;
  return {
    requireEmail: isImplied || (requested.requireEmail ?? current.requireEmail),
    ...(requested.allowedEmails && { allowedEmails: [...new Set(requested.allowedEmails)] }),
  };
}

/** A plan that includes passwords also includes e-mail gates and chosen slugs: one flag stands for all. */
function requirePlan(columns: ChangedColumns, password: string | null | undefined, plan: PlanLimits): void {
  const { passwordProtection: isPaid } = plan;
  if (typeof password === 'string' && !isPaid) throw new AppError('files.password-not-in-plan');
  const asksForEmail =
    columns.requireEmail === true ||
    columns.verifyEmail === true ||
    (columns.allowedEmails !== undefined && columns.allowedEmails.length > 0);
  if (asksForEmail && !isPaid) throw new AppError('links.email-not-in-plan');
  if (columns.slug !== undefined && !isPaid) throw new AppError('links.slug-not-in-plan');
}

function differing<T extends object>(current: T, requested: Partial<T>): Partial<T> {
  const entries = Object.entries(requested).filter(
    ([key, value]) => value !== undefined && !isSame(value, current[key as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function timeOf(instant: string | null): number | null {
  return instant === null ? null : new Date(instant).getTime();
}
