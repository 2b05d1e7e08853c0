import { z } from 'zod';
import { previewKindSchema } from '../dto/file.dto.js';
import { defineEvent } from '../message.js';

/**
 * The facts about a file that are shared with other services. `version` increases with every change of the file.
 */
export const fileSnapshotSchema = z.object({
  fileId: z.uuid(),
  version: z.number().int(),
  userId: z.uuid().nullable(),
  browserId: z.uuid().nullable(),
  originalName: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  createdAt: z.string(),
  deleteAt: z.string().nullable(),
  isPasswordProtected: z.boolean(),
  /** Whether a person has opened the file. Omitted by earlier versions. */
  isOpened: z.boolean().optional(),
});
export type FileSnapshot = z.infer<typeof fileSnapshotSchema>;

/** A file was uploaded: its object is complete and stored. */
export const fileUploaded = defineEvent(
  'files.file.uploaded',
  fileSnapshotSchema.extend({ previewKind: previewKindSchema }),
);
