import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '..');

const { runsAlone } = jest.requireActual<{ runsAlone: (path: string) => boolean }>(
  '../../../scripts/test-run/client-files.cjs',
);

/**
 * Registers the tests of many files in this Jest module, so that they share a window and the modules of the client.
 * Leaves out files that replace modules: Jest runs them alone.
 * @param pattern of files in `web/src`
 */
export function loadTests(pattern: string): void {
  const paths = globSync(pattern, { cwd: FOLDER }).sort();
  for (const path of paths)
    if (!runsAlone(join(FOLDER, path))) describe(path, () => void jest.requireActual(join(FOLDER, path)));
}
