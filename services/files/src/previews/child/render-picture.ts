import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { PreviewResult, PreviewTask } from '../preview-task.js';
import { extractFrame } from './extract-frame.js';
import { allowLoader } from './picture-loaders.js';
import { MAX_SVG, SVG_DENSITY } from './svg.limits.js';

/** Longest edge of a thumbnail, in pixels. */
export const THUMBNAIL_EDGE = 640;

/** Longest edge in pixels of the rendition of a picture that browsers do not display. */
const RENDITION_EDGE = 4_096;

/** Maximum size of a picture in pixels, against decompression bombs. */
const MAX_PIXELS = 400_000_000;

/** Maximum size in pixels for formats that are decoded as a whole. */
const MAX_WHOLE_PIXELS = 100_000_000;

/** Loaders of libvips by extension. All others are blocked. */
const loaders: Readonly<Record<string, string>> = {
  '.jpeg': 'VipsForeignLoadJpegFile',
  '.png': 'VipsForeignLoadPngFile',
  '.webp': 'VipsForeignLoadWebpFile',
  '.gif': 'VipsForeignLoadNsgifFile',
  '.avif': 'VipsForeignLoadHeifFile',
  '.tiff': 'VipsForeignLoadTiffFile',
  '.svg': 'VipsForeignLoadSvgFile',
};

/** Demuxers of the formats that ffmpeg decodes. */
const demuxers: Readonly<Record<string, string>> = {
  '.bmp': 'bmp_pipe',
  '.psd': 'psd_pipe',
  '.jxl': 'jpegxl_pipe',
  '.jp2': 'j2k_pipe',
};

allowLoader('VipsForeignLoadPngFile');

/**
 * Thumbnail of a picture: upright, first frame, without EXIF (which can contain a location). A format that browsers do
 * not display also gets a rendition.
 */
export async function renderPicture(
  task: PreviewTask,
  thumbnail: string,
  rendition: string,
): Promise<Partial<PreviewResult>> {
  const picture = await openPicture(task);
  await saveThumbnail(picture.clone(), thumbnail);
  const hasRendition = task.needsRendition === true;
  if (hasRendition) await savePicture(picture, RENDITION_EDGE, rendition);
  return { hasThumbnail: true, hasRendition };
}

async function openPicture(task: PreviewTask): Promise<Sharp> {
  const extension = extname(task.input);
  const demuxer = demuxers[extension];
  if (demuxer !== undefined) return open(await extractFrame(task, demuxer));
  if (extension === '.heic') return openHeic(task.input);
  const loader = loaders[extension];
  if (loader !== undefined) allowLoader(loader);
  if (extension === '.svg' && (await readFile(task.input)).length > MAX_SVG)
    throw new Error('The picture is too large');
  return open(task.input);
}

function open(path: string): Sharp {
  const options = { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error', density: SVG_DENSITY } as const;
  return sharp(path, { ...options, sequentialRead: true }).autoOrient();
}

async function openHeic(path: string): Promise<Sharp> {
  // Imported on demand, because loading it takes longer than rendering most pictures.
  const { default: heicDecode } = await import('heic-decode');
  const [picture] = await heicDecode.all({ buffer: await readFile(path) });
  if (!picture || picture.width * picture.height > MAX_WHOLE_PIXELS)
    throw new Error('It has too many pixels');
  const { width, height, data } = await picture.decode();
  return sharp(Buffer.from(data), { raw: { width, height, channels: 4 } });
}

/** Fits the picture into a square of 640 pixels and saves it as WebP. */
export async function saveThumbnail(picture: Sharp, thumbnail: string): Promise<void> {
  await savePicture(picture, THUMBNAIL_EDGE, thumbnail);
}

async function savePicture(picture: Sharp, edge: number, path: string): Promise<void> {
  await picture
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(path);
}
