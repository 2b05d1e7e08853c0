import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PreviewTask } from '../preview-task.js';

const INPUT_LIMITS = ['-protocol_whitelist', 'file', '-max_alloc', '500000000'];

/**
 * Decodes one frame to a PNG file. The demuxer is fixed: ffmpeg would detect playlists, which can name other files.
 * @returns path of the PNG file
 */
export async function extractFrame(
  { input, folder, ffmpegPath }: PreviewTask,
  demuxer: string,
  inputOptions: readonly string[] = [],
): Promise<string> {
  if (ffmpegPath === null) throw new Error('ffmpeg is not installed');
  const frame = join(folder, 'frame.png');
  const source = ['-f', demuxer, ...inputOptions, '-i', input];
  const target = ['-map', '0:v:0', '-frames:v', '1', '-update', '1', '-c:v', 'png', '-f', 'image2', frame];
  await promisify(execFile)(ffmpegPath, [
    '-v',
    'error',
    '-nostdin',
    '-y',
    ...INPUT_LIMITS,
    ...source,
    ...target,
  ]);
  return frame;
}
