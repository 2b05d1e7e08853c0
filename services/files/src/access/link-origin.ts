import type { OpenedLink } from '../link/link-lookup.service.js';

/** The link of an opening and its visit, for the gateway, which counts visits and downloads. */
export function linkOriginOf({ link, session, mayResume }: OpenedLink) {
  return {
    linkId: link.id,
    ...(session && {
      ...(session.email !== null && { email: session.email }),
      linkSession: session.id,
      linkVisit: session.visitId,
      ...(mayResume && { canOnlyResume: true }),
    }),
  };
}
