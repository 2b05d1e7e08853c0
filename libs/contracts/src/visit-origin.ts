import { z } from 'zod';

/** Origin of a visit. All optional: messages of earlier versions have none of these fields. */
export const visitOriginShape = {
  /** The link that was opened. Omitted: the address of the file itself. */
  linkId: z.uuid().optional(),
  /** The bundle that the file was opened in. */
  bundleId: z.uuid().optional(),
  /** The address that the visitor gave to a link that asks for one. */
  email: z.string().max(320).optional(),
  /** A visit of a known bot, a link preview or a prefetch: recorded, but not counted. */
  isBot: z.boolean().optional(),
  /** Visit of the owner: recorded like others, but it causes no notification. */
  isOwner: z.boolean().optional(),
  /** Visit id that the page appends to the URLs of the bytes it loads. It also reports reading under this id. */
  pageVisitId: z.guid().optional(),
  /** The browser asks not to be tracked (`Sec-GPC: 1`): the IP address of the visitor is not stored. */
  hidesAddress: z.boolean().optional(),
} as const;
