import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Runs the tests of `scripts/fixtures/<folder>` whose path matches the pattern, in one worker. */
export function runFixture(folder, pattern) {
  const jest = ['node_modules/jest/bin/jest.js', '-c', `scripts/fixtures/${folder}/jest.config.cjs`];
  const args = ['--experimental-vm-modules', ...jest, '--runInBand', pattern];
  const env = { ...process.env, FORCE_COLOR: '0' };
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
}
