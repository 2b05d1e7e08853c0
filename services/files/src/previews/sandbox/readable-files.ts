import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that the preview child loads: itself, its packages, Node.js, and the programs that it starts. */
export function readableFiles(childPath: string, programs: readonly (string | null)[]): string[] {
  const modules = ancestorsOf(childPath).flatMap((folder) => [
    join(folder, 'package.json'),
    join(folder, 'node_modules'),
  ]);
  return withTargets([
    dirname(process.execPath),
    dirname(dirname(childPath)),
    ...modules,
    ...programs.flatMap((program) => (program === null ? [] : [program, installationOf(program)])),
  ]);
}

function ancestorsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...ancestorsOf(parent)];
}

/** Files that a program needs to run. LibreOffice also loads files beside its `program` folder. */
function installationOf(program: string): string {
  const path = realOf(program);
  return path.endsWith('/program/soffice') ? dirname(dirname(path)) : path;
}

/** Adds the targets of symbolic links, which work in the sandbox only if their target is visible there. */
function withTargets(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((path) => [path, realOf(path)]))];
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
