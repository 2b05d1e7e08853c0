import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';

const MODULES = [
  'office-formats.ts',
  'office-profile-folder.ts',
  'on-process-exit.ts',
  'preview-errors.ts',
  'preview-maker.ts',
  'preview-task.ts',
  'preview.limits.ts',
  'open-result-file.ts',
  'result-files.ts',
  'sandbox/bubblewrap-arguments.ts',
  'sandbox/folder-size.ts',
  'sandbox/readable-files.ts',
  'sandbox/sandbox.ts',
  'temp-workspace.ts',
];

export interface BuiltChild {
  readonly path: string;
  /** Compiled modules of the previews that a process without Nest can import. */
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Compiles the preview child from the current sources, as a build does. The result is in node_modules of this package,
 * where imports resolve and other tools do not look for sources.
 */
export async function buildPreviewChild(): Promise<BuiltChild> {
  const project = join(import.meta.dirname, '../..');
  const sources = join(project, 'src/previews');
  await mkdir(join(project, 'node_modules'), { recursive: true });
  const folder = await mkdtemp(join(project, 'node_modules', '.preview-child-'));
  // Let others read the folder: the child runs as a separate user.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const children = (await readdir(join(sources, 'child')))
    .filter((name) => !name.endsWith('.spec.ts'))
    .map((name) => join('child', name));
  for (const name of [...MODULES, ...children]) {
    const { code } = await transformFile(join(sources, name), {
      swcrc: false,
      jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
      module: { type: 'es6' },
    });
    const built = join(folder, name.replace(/\.ts$/, '.js'));
    await mkdir(dirname(built), { recursive: true });
    await writeFile(built, code);
  }
  return {
    path: join(folder, 'child', 'preview-child.js'),
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
