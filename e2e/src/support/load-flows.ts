import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shareInstances, stopShared } from './shared-instance.js';

const FOLDER = resolve(__dirname, '..');

/** The files to load, separated by commas. All by default. Set when only some are run again (`run-again.mjs`). */
const { WAYBILL_FLOWS: chosen } = process.env;

/**
 * Registers the tests of many files in this Jest module, so that they share instances of Waybill. Sorts them by
 * the environment in their `startInstance(…)` call, so that few instances are started. The title of a test begins with
 * the path of its file.
 * @param patterns of files in `e2e/src`
 */
export function loadFlows(patterns: readonly string[], leftOut: readonly string[] = []): void {
  const flows = globSync([...patterns], { cwd: FOLDER })
    .filter((path) => !leftOut.includes(path))
    .filter((path) => chosen === undefined || chosen.split(',').includes(path))
    .map((path) => ({ path, environment: environmentIn(readFileSync(join(FOLDER, path), 'utf8')) }))
    .sort((a, b) => a.environment.localeCompare(b.environment) || a.path.localeCompare(b.path));

  shareInstances();
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest registers tests while a module is required
  for (const { path } of flows) describe(path, () => void require(join(FOLDER, path)));

  afterAll(stopShared);
}

/** The call that starts the instance, without white space. Flows of a ConnectedInstance share the instance of FREE. */
function environmentIn(source: string): string {
  const [settings = ''] = /(?:startInstance|startShared)\(.*?\)/s.exec(source) ?? [];
  return settings.replaceAll(/\s/g, '').replace('startShared()', 'startInstance(FREE)');
}
