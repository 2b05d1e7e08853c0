import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClusterInstance } from './support/cluster-instance.js';

/**
 * Runs all flows of `api` and `browser` on the cluster profile, in one Jest module. A cluster of fourteen processes
 * and four servers starts slowly, so ClusterInstance keeps it for the next flow with the same environment. Flows are
 * sorted by the environment in their `startInstance(…)` call, so that few clusters are started.
 */
const flows = globSync('{api,browser}/*.e2e.ts', { cwd: __dirname })
  .map((path) => join(__dirname, path))
  .map((path) => ({ path, environment: environmentIn(readFileSync(path, 'utf8')) }))
  .sort((a, b) => a.environment.localeCompare(b.environment) || a.path.localeCompare(b.path));

function environmentIn(source: string): string {
  return /startInstance\((.*?)\)/s.exec(source)?.[1] ?? '';
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest registers tests while a module is required
for (const { path } of flows) require(path);

afterAll(() => ClusterInstance.stopKept());
