import { toBuffer, toString } from 'qrcode';

export interface QrCode {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A fifteenth of the code may be dirty or torn: what prints need, at a size that phones still read from afar. */
const errorCorrectionLevel = 'M';
/** The quiet zone that readers expect, in modules. */
const margin = 4;
/** Pixels a module: about 1000 across, sharp on 8 cm of paper at 300 dpi. Whole, so that no edge is blurred. */
const scale = 24;

/**
 * `link` as a picture.
 * @param format `svg` carries the link as its title, too, for those who cannot see it
 */
export async function renderQrCode(link: string, format: 'png' | 'svg'): Promise<QrCode> {
  if (format === 'png') {
    const bytes = await toBuffer(link, { type: 'png', errorCorrectionLevel, margin, scale });
    return { contentType: 'image/png', bytes };
  }
  const svg = await toString(link, { type: 'svg', errorCorrectionLevel, margin });
  const titled = svg.replace(/(<svg[^>]*>)/, (open) => `${open}<title>${escapeXml(link)}</title>`);
  return { contentType: 'image/svg+xml', bytes: Buffer.from(titled) };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
