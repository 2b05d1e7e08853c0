import { PDFDocument } from 'pdf-lib';
import { MAX_TITLE_LENGTH } from '../result-files.js';

/** Larger files, in bytes, get no title: reading it parses the whole document. */
const MAX_SIZE = 32 * 1024 * 1024;

/** Title in the document information of a PDF. Null when there is none, or it cannot be read. */
export async function readTitle(bytes: Uint8Array): Promise<string | null> {
  if (bytes.length > MAX_SIZE) return null;
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: true });
    if (document.isEncrypted) return null;
    const title = document
      .getTitle()
      ?.toWellFormed()
      .replace(/\p{C}/gu, '')
      .trim()
      .slice(0, MAX_TITLE_LENGTH);
    return title ? title.toWellFormed() : null;
  } catch {
    // This library is stricter than the renderer, which has drawn the page: its errors must not fail the preview.
    return null;
  }
}
