import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A visit that is known to its owner. Visits of machines and of files without an owner publish no such event. */
const visitShape = {
  /** Id of the entry, `visitId` of `fileAccessed` and `bundleAccessed`. */
  visitId: z.uuid(),
  /** Null: a bundle was visited. */
  fileId: z.uuid().nullable(),
  /** Null: a file was visited. */
  bundleId: z.uuid().nullable(),
  /** Name of the file or bundle. */
  name: z.string(),
  ownerId: z.uuid(),
  /** The owner's own visit: an entry like others, and nothing to notify of. */
  isOwner: z.boolean(),
  /** The link that was opened. The first link has the id of its file or bundle. */
  linkId: z.uuid(),
  /** Address that the visitor gave to a link that asks for one. */
  email: z.string().nullable(),
  at: z.string(),
} as const;

/** A person opened a file or a bundle. Published once for each entry. */
export const visitStarted = defineEvent(
  'analytics.visit.started',
  z.object({
    ...visitShape,
    /** The same for all visits of one visitor to this account's files and bundles, as long as a visit lasts. */
    visitor: z.string(),
    /** The bundle through which a file was opened, whose visit is published too. Earlier versions leave it out. */
    throughBundleId: z.uuid().nullable().optional(),
    /** English name; empty if unknown. So are the others. */
    country: z.string(),
    city: z.string(),
    device: z.string(),
    os: z.string(),
    /** Browser and system with versions. */
    browser: z.string(),
    /** Host of the page that led here. */
    referrer: z.string(),
  }),
);

/** A visitor turned to a page, or to a tenth of a video or of sound; repeated once a minute while it stays there. */
export const visitPage = defineEvent(
  'analytics.visit.page',
  z.object({ ...visitShape, page: z.number().int().positive(), pageCount: z.number().int().positive() }),
);

/** A visitor closed the page, or was quiet for a minute. Published once for each entry. */
export const visitEnded = defineEvent(
  'analytics.visit.ended',
  z.object({
    ...visitShape,
    durationSeconds: z.number(),
    pagesSeen: z.number().int(),
    completion: z.number().min(0).max(1),
  }),
);
