import type { DataOf, firstLinkChanged, LinkView, linkChanged } from '@waybill/contracts';
import type { Link } from '../link/link.entity.js';
import type { OwnedTarget } from './link-targets.service.js';

/** A link in the API, without the URL, which the gateway adds. */
export type StoredLinkView = Omit<LinkView, 'url'> & { readonly firstOf: OwnedTarget['kind'] | null };

export function presentLink(link: Link): StoredLinkView {
  return {
    id: link.id,
    slug: link.slug,
    name: link.name,
    deleteAt: link.deleteAt?.toISOString() ?? null,
    isPasswordProtected: link.passwordHash !== null,
    downloadLimit: link.downloadLimit,
    downloads: link.downloads,
    allowDownload: link.allowDownload,
    requireEmail: link.requireEmail,
    verifyEmail: link.verifyEmail,
    allowedEmails: link.allowedEmails,
    notify: link.notify,
    isActive: link.isActive,
    createdAt: link.createdAt.toISOString(),
    viewCount: link.viewCount,
    isFirst: false,
    firstOf: null,
  };
}

/**
 * Presents the first link of a file or bundle.
 * @param viewsOfOthers views of the target through all other links of its own
 */
export function presentFirstLink(target: OwnedTarget, viewsOfOthers: number): StoredLinkView {
  const { kind, row } = target;
  const viewsOfBundle = target.kind === 'file' ? target.row.bundleViewCount : 0;
  return {
    id: row.id,
    slug: row.id,
    name: row.firstLinkName,
    deleteAt: row.deleteAt?.toISOString() ?? null,
    isPasswordProtected: row.passwordHash !== null,
    downloadLimit: null,
    downloads: 0,
    allowDownload: true,
    requireEmail: false,
    verifyEmail: false,
    allowedEmails: [],
    notify: row.notifiesOfFirstLink,
    isActive: row.isFirstLinkActive,
    createdAt: row.createdAt.toISOString(),
    viewCount: Math.max(0, row.viewCount - viewsOfOthers - viewsOfBundle),
    isFirst: true,
    firstOf: kind,
  };
}

/** A link in events. */
export function toLinkFacts(link: Link): DataOf<typeof linkChanged> {
  return {
    linkId: link.id,
    version: link.version,
    fileId: link.fileId,
    bundleId: link.bundleId,
    slug: link.slug,
    name: link.name,
    notify: link.notify,
    isActive: link.isActive,
    isRevoked: link.revokedAt !== null,
  };
}

/** The first link of a file or bundle in events. */
export function toFirstLinkFacts(row: OwnedTarget['row']): DataOf<typeof firstLinkChanged> {
  const { id: targetId, notifiesOfFirstLink: notify, firstLinkName: name, version } = row;
  return { targetId, notify, name, version };
}
