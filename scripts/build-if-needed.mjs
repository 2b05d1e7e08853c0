import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.mjs';
import { STAMP } from './build-stamp.mjs';

// Only Nx knows exactly what is out of date, but a run of Nx takes longer than a start of Waybill. Therefore Nx runs
// only when a source file is newer than the last complete build.
const LOCK = '.nx/building';
const RESULT = 'build/standalone/main.js';
const sources = [
  'libs',
  'services',
  'gateway',
  'standalone',
  'operator',
  'web',
  'bench',
  'package-lock.json',
  'tsconfig.base.json',
  '.swcrc',
  'scripts/build-programs.mjs',
];
const skipped = new Set(['node_modules', 'dist', 'coverage', 'data']);

/** Builds Waybill if the last build is out of date. Exits the process with 1 if the build fails. */
export function buildIfNeeded() {
  if (!isBuilt() && !withBuildLock(LOCK, build)) process.exit(1);
}

function isBuilt() {
  return existsSync(RESULT) && existsSync(STAMP) && !isNewer(statSync(STAMP).mtimeMs, sources);
}

/** @returns false when the build failed */
function build() {
  // Another process may have built while this one waited for the lock.
  if (isBuilt()) return true;
  process.stdout.write('Building Waybill …\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], { encoding: 'utf8' });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nWaybill could not be built.\n`);
    return false;
  }
  return true;
}

function isNewer(time, paths) {
  return paths.some((path) => {
    const stat = statSync(path);
    if (!stat.isDirectory()) return stat.mtimeMs > time;
    const inside = readdirSync(path).filter((name) => !skipped.has(name));
    return isNewer(
      time,
      inside.map((name) => join(path, name)),
    );
  });
}
