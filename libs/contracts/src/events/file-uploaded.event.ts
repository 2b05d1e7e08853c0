import { z } from 'zod';
import { previewKindSchema } from '../dto/file.dto.js';
import { defineEvent } from '../message.js';

/** What other services may know of a file. `version` grows with every change of it. */
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
});
export type FileSnapshot = z.infer<typeof fileSnapshotSchema>;

/** A file exists: its bytes are whole and kept. */
export const fileUploaded = defineEvent(
  'files.file.uploaded',
  fileSnapshotSchema.extend({ previewKind: previewKindSchema }),
);
