import sharp from 'sharp';
import { allowLoader } from './picture-loaders.js';
import { MAX_SVG, SVG_DENSITY } from './svg.limits.js';

/** Resolution of a drawn picture, relative to that of a screen, and bounds of its longest edge, in pixels. */
const SCALE = 4;
const MIN_EDGE = 640;
const MAX_EDGE = 2_480;

allowLoader('VipsForeignLoadSvgBuffer');

/**
 * Draws a picture in SVG as PNG of the same size on paper. Unlike LibreOffice, librsvg loads nothing that it names.
 * Empty if it cannot be drawn.
 */
export async function drawSvg(svg: Buffer): Promise<Buffer> {
  if (svg.length > MAX_SVG) return Buffer.alloc(0);
  try {
    const picture = sharp(svg, { density: SVG_DENSITY });
    const { width, height } = await picture.metadata();
    const longest = Math.max(width, height);
    const edge = Math.min(Math.max(longest * SCALE, MIN_EDGE), MAX_EDGE);
    return await picture
      .resize(edge, edge, { fit: 'inside' })
      .withMetadata({ density: (SVG_DENSITY * edge) / longest })
      .png()
      .toBuffer();
  } catch {
    return Buffer.alloc(0);
  }
}
