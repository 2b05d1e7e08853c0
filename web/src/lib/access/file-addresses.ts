import { tokenOf } from './file-tokens.js';
import type { Visit } from './visits.js';

/** URLs of a file's bytes, for links, images and the PDF viewer. */
export interface FileAddresses {
  /** Saves the file. */
  readonly download: string;
  /** Shows the file itself. */
  readonly inline: string;
  /** Shows what was made of the file: a PDF, a picture, the beginning of a text, or the list of an archive. */
  readonly rendition: string;
  /** Shows a small picture of the file. */
  readonly thumbnail: string;
  /** Names the address of the file in the external viewer. */
  readonly viewer: string;
  /** Receives the reading reports of the visit; null without a visit. */
  readonly reading: string | null;
}

/**
 * Builds the URLs. `visit`: null on the owner's own screens, which do not count as visits. `token`: of a link or
 * bundle; by default the verification token of the file. `bundleId`: the bundle in which the file is opened.
 */
export function addressesOf(
  fileId: string,
  visit: Visit | null,
  token: string | null = tokenOf(fileId),
  bundleId: string | null = null,
): FileAddresses {
  const gate = { ...(token !== null && { token }), ...(bundleId !== null && { bundle: bundleId }) };
  const common = {
    ...gate,
    ...(visit && { visit: visit.id }),
    ...(visit?.via && { via: visit.via }),
    ...(visit?.from && { from: visit.from }),
  };
  return {
    download: address(fileId, 'download', common),
    inline: address(fileId, 'download', { disposition: 'inline', ...common }),
    rendition: address(fileId, 'preview', common),
    thumbnail: address(fileId, 'thumbnail', gate),
    viewer: address(fileId, 'viewer', gate),
    reading: visit && `/api/files/${fileId}/visits/${visit.id}`,
  };
}

export function thumbnailOf(fileId: string): string {
  return address(fileId, 'thumbnail', {});
}

function address(fileId: string, what: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return `/api/files/${fileId}/${what}${search && `?${search}`}`;
}
