import { PDFDocument } from 'pdf-lib';
import { MAX_TITLE_LENGTH } from '../result-files.js';

/** Beyond this size, in bytes, a title is not worth reading all of the document's objects for. */
const MAX_SIZE = 32 * 1024 * 1024;

/** A PDF's title for people; null when it has none that can be read. */
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
    // The page was drawn: a title that this stricter reader cannot get at is no reason to have no preview.
    return null;
  }
}
