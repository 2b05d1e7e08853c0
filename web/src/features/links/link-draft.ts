import type { LinkSettings, LinkView } from '@waybill/contracts';
import { toLocalInput } from '../../lib/format/local-input.js';

/** Fields of the form of a link. */
export interface LinkDraft {
  readonly name: string;
  readonly slug: string;
  readonly password: string;
  readonly removesPassword: boolean;
  readonly limit: 'none' | 'once' | 'number';
  readonly downloads: number | string;
  readonly isViewOnly: boolean;
  readonly asksForEmail: boolean;
  readonly verifiesEmail: boolean;
  readonly allowedEmails: string;
  readonly expiry: string;
  readonly isMuted: boolean;
}

export const emptyDraft: LinkDraft = {
  name: '',
  slug: '',
  password: '',
  removesPassword: false,
  limit: 'none',
  downloads: 5,
  isViewOnly: false,
  asksForEmail: false,
  verifiesEmail: false,
  allowedEmails: '',
  expiry: '',
  isMuted: false,
};

/** Initial values of the form for an existing link. */
export function draftOf(link: LinkView): LinkDraft {
  const { downloadLimit } = link;
  return {
    ...emptyDraft,
    name: link.name ?? '',
    slug: link.slug,
    ...(downloadLimit !== null && {
      limit: downloadLimit === 1 ? ('once' as const) : ('number' as const),
      downloads: downloadLimit,
    }),
    isViewOnly: !link.allowDownload,
    asksForEmail: link.requireEmail,
    verifiesEmail: link.verifyEmail,
    allowedEmails: link.allowedEmails.join('\n'),
    expiry: toLocalInput(link.deleteAt),
    isMuted: !link.notify,
  };
}

/** Converts the form of an existing link to its changes. An empty password keeps the current one. */
export function toLinkChanges(draft: LinkDraft, link: LinkView): LinkSettings {
  const was = draftOf(link);
  const changed = (...fields: (keyof LinkDraft)[]) => fields.some((field) => draft[field] !== was[field]);
  const { asksForEmail } = draft;
  return {
    ...(changed('name') && { name: draft.name }),
    ...(changed('slug') && { slug: draft.slug.trim() }),
    ...(draft.password !== '' && { password: draft.password }),
    ...(draft.removesPassword && { password: null }),
    ...(changed('limit', 'downloads') && { downloadLimit: limitOf(draft) }),
    ...(changed('isViewOnly') && { allowDownload: !draft.isViewOnly }),
    ...(changed('expiry') && {
      deleteAt: draft.expiry === '' ? null : new Date(draft.expiry).toISOString(),
    }),
    ...(changed('asksForEmail', 'verifiesEmail', 'allowedEmails') && {
      requireEmail: asksForEmail,
      verifyEmail: asksForEmail && draft.verifiesEmail,
      allowedEmails: asksForEmail ? emailsOf(draft) : [],
    }),
    ...(changed('isMuted') && { notify: !draft.isMuted }),
  };
}

function limitOf({ limit, downloads }: LinkDraft): number | null {
  if (limit === 'none') return null;
  return limit === 'once' ? 1 : Number(downloads);
}

function emailsOf({ allowedEmails }: LinkDraft): string[] {
  return allowedEmails.split(/[\s,;]+/).filter((entry) => entry !== '');
}

/** Converts the form of a new link to the body of the call. Empty fields are left out. */
export function toLinkSettings(draft: LinkDraft): LinkSettings {
  const emails = emailsOf(draft);
  return {
    ...(draft.name.trim() !== '' && { name: draft.name }),
    ...(draft.slug.trim() !== '' && { slug: draft.slug.trim() }),
    ...(draft.password !== '' && { password: draft.password }),
    ...(draft.limit !== 'none' && { downloadLimit: limitOf(draft) }),
    ...(draft.isViewOnly && { allowDownload: false }),
    ...(draft.asksForEmail && { requireEmail: true }),
    ...(draft.asksForEmail && draft.verifiesEmail && { verifyEmail: true }),
    ...(draft.asksForEmail && emails.length > 0 && { allowedEmails: emails }),
    ...(draft.expiry !== '' && { deleteAt: new Date(draft.expiry).toISOString() }),
    ...(draft.isMuted && { notify: false }),
  };
}

/** Whether the settings include a gate or a limit, which visitors could bypass through the first link. */
export function isGated(settings: LinkSettings): boolean {
  const { password, downloadLimit, allowDownload, requireEmail, deleteAt } = settings;
  return [password, downloadLimit, requireEmail, deleteAt].some(Boolean) || allowDownload === false;
}

/** Whether an existing link has a gate or a limit. */
export function isGatedLink(link: LinkView): boolean {
  return link.isPasswordProtected || isGated(link);
}
