import sharp, { type Sharp } from 'sharp';
import type { PreviewResult } from '../preview-task.js';

/** Longest edge of a thumbnail, in pixels. */
export const THUMBNAIL_EDGE = 640;

/** Largest picture that is unpacked: a small file may claim to be an ocean of pixels. */
const MAX_PIXELS = 120_000_000;

// Only what browsers show as a picture is read, whatever else the library could (SVG, TIFF, PDF, …).
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

/** A thumbnail of a picture: upright, first frame only, without EXIF (which may tell where it was taken). */
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
