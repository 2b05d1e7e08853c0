import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.mjs';
import { STAMP } from './build-stamp.mjs';

// Nx knows best what is out of date, but asking it takes longer than Waybill takes to start: it is asked only
// when a source is newer than the last complete build.
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

/** Builds what is not built. Ends the process when that fails. */
export function buildIfNeeded() {
  if (!isBuilt() && !withBuildLock(LOCK, build)) process.exit(1);
}

function isBuilt() {
  return existsSync(RESULT) && existsSync(STAMP) && !isNewer(statSync(STAMP).mtimeMs, sources);
}

/** @returns false when it failed */
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
