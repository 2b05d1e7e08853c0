// Entry point of the preview child, which performs one task on an untrusted file with restricted rights and time.
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PreviewResult, PreviewTask } from '../preview-task.js';
import { resultFiles } from '../result-files.js';
import { EncryptedFileError } from './encrypted-file.js';

// The pipe closes when the worker dies in any way. Kills this process group (0), because a dead worker cannot do it.
process.stdin.on('close', () => process.kill(0, 'SIGKILL'));
process.stdin.resume();

const nothing: PreviewResult = {
  pageCount: null,
  title: null,
  hasThumbnail: false,
  hasRendition: false,
  isEncrypted: false,
};

const task = JSON.parse(process.argv[2] ?? '') as PreviewTask;
await writeFile(join(task.folder, resultFiles.facts), JSON.stringify(await result(task)));
process.exit(0);

async function result(given: PreviewTask): Promise<PreviewResult> {
  try {
    return { ...nothing, ...(await perform(given)) };
  } catch (error) {
    if (error instanceof EncryptedFileError) return { ...nothing, isEncrypted: true };
    throw error;
  }
}

/** Imports only the readers of the kind: importing all takes ten times as long as listing an archive. */
async function perform(given: PreviewTask): Promise<Partial<PreviewResult>> {
  const thumbnail = join(given.folder, resultFiles.thumbnail);
  const rendition = join(given.folder, resultFiles.rendition);
  switch (given.kind) {
    case 'probe':
      return nothing;
    case 'image': {
      const { renderPicture } = await import('./render-picture.js');
      return renderPicture(given, thumbnail, rendition);
    }
    case 'video': {
      const { renderVideoFrame } = await import('./render-video-frame.js');
      await renderVideoFrame(given, thumbnail);
      return { hasThumbnail: true };
    }
    case 'archive': {
      const { listArchive } = await import('./list-archive.js');
      await listArchive(given, rendition);
      return { hasRendition: true };
    }
    case 'pdf': {
      const { renderFirstPage } = await import('./render-first-page.js');
      return renderFirstPage(given, given.input, thumbnail);
    }
    case 'office': {
      const { convertToPdf } = await import('./convert-to-pdf.js');
      if (given.passwordPath) {
        await convertToPdf(await withoutPassword(given, given.passwordPath), rendition);
        const { countPages } = await import('./count-pages.js');
        return { hasRendition: true, pageCount: await countPages(rendition) };
      }
      await convertToPdf(given, rendition);
      const { renderFirstPage } = await import('./render-first-page.js');
      return { ...(await renderFirstPage(given, rendition, thumbnail)), hasRendition: true };
    }
  }
}

/** The task with a copy of the document that has no password. */
async function withoutPassword(given: PreviewTask, passwordPath: string): Promise<PreviewTask> {
  const { decryptDocument } = await import('./decrypt-document.js');
  const input = join(given.folder, `decrypted${extname(given.input)}`);
  await decryptDocument(given.input, input, await readFile(passwordPath, 'utf8'));
  return { ...given, input };
}
