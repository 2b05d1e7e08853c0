import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildIfNeeded } from './build-if-needed.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * `npm run screenshots`: a picture of every screen in each of its states, on a desktop and on a phone, in light and in
 * dark. Each is checked on the way, as `npm test` does.
 */
installSystemPackages();
buildIfNeeded();
const jest = ['--experimental-vm-modules', join('node_modules', '.bin', 'jest')];
const { status } = spawnSync(
  process.execPath,
  [...jest, '-c', 'e2e/jest.config.cjs', '--runInBand', 'e2e/src/screens'],
  { stdio: 'inherit', env: { ...process.env, SCREENSHOTS: 'yes' } },
);
process.stdout.write(`The pictures are in ${join('e2e', 'screenshots')}\n`);
process.exit(status ?? 1);
