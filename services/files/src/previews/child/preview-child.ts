// Entry point of the preview child: one task on an untrusted file, with few rights and little time.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreviewResult, PreviewTask } from '../preview-task.js';
import { renderPicture } from './render-picture.js';
import { renderFirstPage } from './render-first-page.js';
import { convertToPdf } from './convert-to-pdf.js';
import { resultFiles } from '../result-files.js';

// The pipe closes when the worker dies in any way. Ends this process group (0), which the worker cannot do any more.
process.stdin.on('close', () => process.kill(0, 'SIGKILL'));
process.stdin.resume();

const task = JSON.parse(process.argv[2] ?? '') as PreviewTask;
await writeFile(join(task.folder, resultFiles.facts), JSON.stringify(await perform(task)));
process.exit(0);

async function perform({ kind, input, folder, sofficePath }: PreviewTask): Promise<PreviewResult> {
  if (kind === 'probe') return { pageCount: null, title: null };
  const thumbnail = join(folder, resultFiles.thumbnail);
  if (kind === 'image') return renderPicture(input, thumbnail);
  if (kind === 'pdf') return renderFirstPage(input, thumbnail);
  const rendition = join(folder, resultFiles.rendition);
  await convertToPdf(input, rendition, folder, sofficePath);
  return renderFirstPage(rendition, thumbnail);
}
