import { z } from 'zod';
import { defineEvent } from '../message.js';

/**
 * Facts of a visit, for the account that owns the file. No events are published for visits of machines, nor for files
 * that no account owns.
 */
const visitShape = {
  /** Id of the entry, `visitId` of `fileAccessed` and `bundleAccessed`. */
  visitId: z.uuid(),
  /** Null for the visit of a bundle. */
  fileId: z.uuid().nullable(),
  /** Null for the visit of a file. */
  bundleId: z.uuid().nullable(),
  /** Name of the file or bundle. */
  name: z.string(),
  ownerId: z.uuid(),
  /** Visit of the owner: recorded like others, but it causes no notification. */
  isOwner: z.boolean(),
  /** The link that was opened. The first link has the id of its file or bundle: of the bundle for a file in it. */
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
    /**
     * Pseudonym of the visitor: equal for the visits of one visitor to all files and bundles of this account. The hash
     * that it is made of is kept only while the visit lasts.
     */
    visitor: z.string(),
    /** The bundle through which the file was opened. Its visit is published too. Earlier versions leave it out. */
    throughBundleId: z.uuid().nullable().optional(),
    /** English name of the country. Empty if unknown, like the other facts below. */
    country: z.string(),
    city: z.string(),
    device: z.string(),
    os: z.string(),
    /** Browser and system with versions. */
    browser: z.string(),
    /** Host of the referring page. */
    referrer: z.string(),
  }),
);

/** A visitor closed the page, or sent no report for a minute. Published once for each entry. */
export const visitEnded = defineEvent(
  'analytics.visit.ended',
  z.object({
    ...visitShape,
    durationSeconds: z.number(),
    pagesSeen: z.number().int(),
    completion: z.number().min(0).max(1),
  }),
);
