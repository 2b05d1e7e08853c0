import { z } from 'zod';
import { MAX_TITLE_LENGTH } from './result-files.js';

/** Task of the preview child, JSON in its only argument. */
export interface PreviewTask {
  /** `probe` does nothing: it shows that the child can run in its sandbox. */
  readonly kind: 'pdf' | 'office' | 'image' | 'video' | 'archive' | 'probe';
  /** Path of the decrypted file. Its extension is that of its format. */
  readonly input: string;
  /** Folder of this task alone, for results and temporary files. */
  readonly folder: string;
  /** File with the password of the document, for `office`. Null: none is known. */
  readonly passwordPath?: string | null;
  /** For `image`: whether browsers do not display the format. */
  readonly needsRendition?: boolean;
  /** For `office`. */
  readonly sofficePath: string | null;
  /** For `video`, and for pictures that libvips cannot read. */
  readonly ffmpegPath: string | null;
  /** For archives other than ZIP. */
  readonly bsdtarPath?: string | null;
  /** For PDF pages. Draws them better than the PDFium library: has fallback fonts and reads all picture formats. */
  readonly pdftoppmPath?: string | null;
}

/** Properties of the file that the child found. */
export const previewResultSchema = z.object({
  pageCount: z.number().int().nonnegative().nullable(),
  title: z.string().max(MAX_TITLE_LENGTH).nullable(),
  hasThumbnail: z.boolean(),
  hasRendition: z.boolean(),
  /** The file has a password of its own, so it has no thumbnail or rendition. */
  isEncrypted: z.boolean(),
});
export type PreviewResult = z.infer<typeof previewResultSchema>;
