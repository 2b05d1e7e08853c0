import type { LinkSettings } from '@waybill/contracts';

/** Fields of the form for a new link. */
export interface LinkDraft {
  readonly name: string;
  readonly slug: string;
  readonly password: string;
  readonly limit: 'none' | 'once' | 'number';
  readonly downloads: number | string;
  readonly isViewOnly: boolean;
  readonly asksForEmail: boolean;
  readonly verifiesEmail: boolean;
  readonly allowedEmails: string;
  readonly expiry: string;
}

export const emptyDraft: LinkDraft = {
  name: '',
  slug: '',
  password: '',
  limit: 'none',
  downloads: 5,
  isViewOnly: false,
  asksForEmail: false,
  verifiesEmail: false,
  allowedEmails: '',
  expiry: '',
};

/** Converts the form to the body of the call. Empty fields are left out. */
export function toLinkSettings(draft: LinkDraft): LinkSettings {
  const emails = draft.allowedEmails.split(/[\s,;]+/).filter((entry) => entry !== '');
  return {
    ...(draft.name.trim() !== '' && { name: draft.name }),
    ...(draft.slug.trim() !== '' && { slug: draft.slug.trim() }),
    ...(draft.password !== '' && { password: draft.password }),
    ...(draft.limit === 'once' && { downloadLimit: 1 }),
    ...(draft.limit === 'number' && { downloadLimit: Number(draft.downloads) }),
    ...(draft.isViewOnly && { allowDownload: false }),
    ...(draft.asksForEmail && { requireEmail: true }),
    ...(draft.asksForEmail && draft.verifiesEmail && { verifyEmail: true }),
    ...(draft.asksForEmail && emails.length > 0 && { allowedEmails: emails }),
    ...(draft.expiry !== '' && { deleteAt: new Date(draft.expiry).toISOString() }),
  };
}

/** Whether the first link lets visitors walk around the gates and limits of this one. */
export function isGated(settings: LinkSettings): boolean {
  const { password, downloadLimit, allowDownload, requireEmail, deleteAt } = settings;
  return [password, downloadLimit, requireEmail, deleteAt].some(Boolean) || allowDownload === false;
}
