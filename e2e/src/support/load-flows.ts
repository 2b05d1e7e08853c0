import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shareInstances, stopShared } from './shared-instance.js';

const FOLDER = resolve(__dirname, '..');

/**
 * Registers the tests of many files in this Jest module, so that they share instances of Waybill. Sorts them by
 * the environment in their `startInstance(…)` call, so that few instances are started.
 * @param patterns of files in `e2e/src`
 */
export function loadFlows(patterns: readonly string[], leftOut: readonly string[] = []): void {
  const flows = globSync([...patterns], { cwd: FOLDER })
    .filter((path) => !leftOut.includes(path))
    .map((path) => join(FOLDER, path))
    .map((path) => ({ path, environment: environmentIn(readFileSync(path, 'utf8')) }))
    .sort((a, b) => a.environment.localeCompare(b.environment) || a.path.localeCompare(b.path));

  shareInstances();
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest registers tests while a module is required
  for (const { path } of flows) require(path);

  afterAll(stopShared);
}

/** The call that starts the instance, without white space. Flows of a ConnectedInstance share the instance of FREE. */
function environmentIn(source: string): string {
  const [settings = ''] = /(?:startInstance|startShared)\(.*?\)/s.exec(source) ?? [];
  return settings.replaceAll(/\s/g, '').replace('startShared()', 'startInstance(FREE)');
}
