import { z } from 'zod';
import { MAX_TITLE_LENGTH } from './result-files.js';

/** What the preview child is told, as JSON in its one argument. */
export interface PreviewTask {
  readonly kind: 'pdf' | 'office' | 'image';
  /** Path of the plain file. */
  readonly input: string;
  /** A folder of this task's own: results go here, and so does whatever else is written. */
  readonly folder: string;
  /** For `office`. */
  readonly sofficePath: string | null;
}

/** What the child found out about the file. */
export const previewResultSchema = z.object({
  pageCount: z.number().int().nonnegative().nullable(),
  title: z.string().max(MAX_TITLE_LENGTH).nullable(),
});
export type PreviewResult = z.infer<typeof previewResultSchema>;
