import { extname } from 'node:path';
import sharp from 'sharp';
import type { PreviewTask } from '../preview-task.js';
import { extractFrame } from './extract-frame.js';
import { saveThumbnail } from './render-picture.js';

const demuxers: Readonly<Record<string, string>> = {
  '.mp4': 'mov',
  '.mov': 'mov',
  '.webm': 'matroska',
  '.mkv': 'matroska',
  '.ogv': 'ogg',
};

/** Thumbnail of a video: the frame after one second, or the first of a shorter one. */
export async function renderVideoFrame(task: PreviewTask, thumbnail: string): Promise<void> {
  const demuxer = demuxers[extname(task.input)] ?? 'mov';
  const save = async (options: readonly string[]) =>
    saveThumbnail(sharp(await extractFrame(task, demuxer, options)), thumbnail);
  await save(['-ss', '1']).catch(() => save([]));
}
