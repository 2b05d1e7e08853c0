import { tokenOf } from './file-tokens.js';
import type { Visit } from './visits.js';

/** URLs of a file's bytes, for links, images and the PDF viewer. */
export interface FileAddresses {
  /** Saves the file. */
  readonly download: string;
  /** Shows the file itself. */
  readonly inline: string;
  /** Shows the PDF made of an Office file. */
  readonly rendition: string;
}

/** Builds the URLs. `visit`: null on the owner's own screens, which do not count as visits. */
export function addressesOf(fileId: string, visit: Visit | null): FileAddresses {
  const token = tokenOf(fileId);
  const common = {
    ...(token !== null && { token }),
    ...(visit && { visit: visit.id }),
    ...(visit?.via && { via: visit.via }),
    ...(visit?.from && { from: visit.from }),
  };
  return {
    download: address(fileId, 'download', common),
    inline: address(fileId, 'download', { disposition: 'inline', ...common }),
    rendition: address(fileId, 'preview', common),
  };
}

export function thumbnailOf(fileId: string): string {
  return address(fileId, 'thumbnail', {});
}

function address(fileId: string, what: string, query: Record<string, string>): string {
  const search = new URLSearchParams(query).toString();
  return `/api/files/${fileId}/${what}${search && `?${search}`}`;
}
