import { encodePng } from './encode-png.js';

export interface QrCode {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Level M tolerates 15 % of unreadable code words: enough for print, with modules large enough for phones. */
const errorCorrectionLevel = 'M';
/** Width of the quiet zone, in modules (ISO 18004). */
const margin = 4;
/** Pixels per module: about 1000 in total, which is 8 cm at 300 dpi. An integer, so that edges are sharp. */
const scale = 24;

/**
 * Draws the QR code of `link`.
 * @param format `svg` also contains the link as its title, for screen readers
 */
export async function drawQrCode(link: string, format: 'png' | 'svg'): Promise<QrCode> {
  // Loaded when the first code is rendered, so that an idle Waybill does not load the library.
  const { create, toString } = await import('qrcode');
  if (format === 'png') {
    const { modules } = create(link, { errorCorrectionLevel });
    const isInside = (index: number) => index >= 0 && index < modules.size;
    const isBlack = (row: number, column: number) =>
      isInside(row - margin) && isInside(column - margin) && modules.get(row - margin, column - margin) === 1;
    return {
      contentType: 'image/png',
      bytes: await encodePng({ size: modules.size + 2 * margin, isBlack }, scale),
    };
  }
  const svg = await toString(link, { type: 'svg', errorCorrectionLevel, margin });
  const titled = svg.replace(/(<svg[^>]*>)/, (open) => `${open}<title>${escapeXml(link)}</title>`);
  return { contentType: 'image/svg+xml', bytes: Buffer.from(titled) };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
