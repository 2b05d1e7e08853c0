import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The facts about a bundle that are shared with other services. `version` increases with every change. */
const bundleSnapshotSchema = z.object({
  bundleId: z.uuid(),
  version: z.number().int(),
  userId: z.uuid().nullable(),
  browserId: z.uuid().nullable(),
  name: z.string(),
  /** Bytes of all files. */
  size: z.number().int(),
  fileCount: z.number().int(),
  createdAt: z.string(),
  deleteAt: z.string().nullable(),
  isPasswordProtected: z.boolean(),
  /** Whether a person has opened the bundle. Omitted by earlier versions. */
  isOpened: z.boolean().optional(),
});
export type BundleSnapshot = z.infer<typeof bundleSnapshotSchema>;

/** A bundle was created. */
export const bundleCreated = defineEvent('files.bundle.created', bundleSnapshotSchema);

/** Name, files, expiry, protection or owner of a bundle changed. Contains the whole snapshot. */
export const bundleChanged = defineEvent('files.bundle.changed', bundleSnapshotSchema);
