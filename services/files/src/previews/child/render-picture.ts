import sharp, { type Sharp } from 'sharp';
import type { PreviewResult } from '../preview-task.js';

/** Longest edge of a thumbnail, in pixels. */
export const THUMBNAIL_EDGE = 640;

/** Protects from decompression bombs. */
const MAX_PIXELS = 120_000_000;

// Only formats that browsers display. The library could read more (SVG, TIFF, PDF, …).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
  ],
});
sharp.concurrency(1);
sharp.cache(false);

/** Thumbnail of a picture: upright, first frame, without EXIF (which can contain a location). */
export async function renderPicture(input: string, thumbnail: string): Promise<PreviewResult> {
  await saveThumbnail(
    sharp(input, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' }).autoOrient(),
    thumbnail,
  );
  return { pageCount: null, title: null };
}

/** Fits the picture into a square of 640 pixels and saves it as WebP. */
export async function saveThumbnail(picture: Sharp, thumbnail: string): Promise<void> {
  await picture
    .resize(THUMBNAIL_EDGE, THUMBNAIL_EDGE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(thumbnail);
}
