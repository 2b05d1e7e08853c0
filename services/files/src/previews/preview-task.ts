import { z } from 'zod';
import { MAX_TITLE_LENGTH } from './result-files.js';

/** Task of the preview child, JSON in its only argument. */
export interface PreviewTask {
  /** `probe` does nothing: it shows that the child can run in its sandbox. */
  readonly kind: 'pdf' | 'office' | 'image' | 'probe';
  /** Path of the decrypted file. */
  readonly input: string;
  /** Folder of this task alone, for results and temporary files. */
  readonly folder: string;
  /** For `office`. */
  readonly sofficePath: string | null;
  /** For `video`. */
  readonly ffmpegPath: string | null;
}

/** Properties of the file that the child found. */
export const previewResultSchema = z.object({
  pageCount: z.number().int().nonnegative().nullable(),
  title: z.string().max(MAX_TITLE_LENGTH).nullable(),
});
export type PreviewResult = z.infer<typeof previewResultSchema>;
