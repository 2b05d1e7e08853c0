import { addressesOf, type FileAddresses } from '../../lib/access/file-addresses.js';
import type { Visit } from '../../lib/access/visits.js';

/** Proof of access with which a page opens a bundle and its files. */
export interface BundleAccess {
  readonly bundleId: string;
  readonly visit: Visit;
  /** Token of the bundle or of one of its links; null where none is needed. */
  readonly token: string | null;
  /** False: a link for viewing only. */
  readonly allowDownload: boolean;
}

/** Address of the ZIP archive. */
export function archiveAddressOf({ bundleId, visit, token }: BundleAccess): string {
  const query = new URLSearchParams({
    visit: visit.id,
    ...(visit.via !== null && { via: visit.via }),
    ...(visit.from !== null && { from: visit.from }),
    ...(token !== null && { token }),
  });
  return `/api/bundles/${bundleId}/download?${query.toString()}`;
}

/** Addresses of a file in the bundle. */
export function bundledAddressesOf({ bundleId, visit, token }: BundleAccess, fileId: string): FileAddresses {
  return addressesOf(fileId, visit, token, bundleId);
}
