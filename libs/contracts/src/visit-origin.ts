import { z } from 'zod';

/** Origin of a visit. All optional: messages of earlier versions have none of these fields. */
export const visitOriginShape = {
  /** The link that was opened. Omitted: the address of the file itself. */
  linkId: z.uuid().optional(),
  /** The bundle that the file was opened in. */
  bundleId: z.uuid().optional(),
  /** The address that the visitor gave to a link that asks for one. */
  email: z.string().max(320).optional(),
  /** A known bot, a link preview or a prefetch: kept, and counted nowhere. */
  isBot: z.boolean().optional(),
  /** The owner's own visit: an entry like others, and nothing to notify of. */
  isOwner: z.boolean().optional(),
  /** The visit id that the page appends to the URLs of its bytes. The page reports what was read under it. */
  pageVisitId: z.guid().optional(),
  /** The browser asks not to be tracked (`Sec-GPC: 1`): its address is not kept. */
  hidesAddress: z.boolean().optional(),
} as const;
