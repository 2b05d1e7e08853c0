import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClusterInstance } from './support/cluster-instance.js';

/**
 * What must hold whichever profile runs, for a run on many processes: all in one module, as fourteen processes on four
 * servers take long to start and so are kept for the next who wants the same. Flows that want the same stand together.
 */
const flows = globSync('{api,browser}/*.e2e.ts', { cwd: __dirname })
  .map((path) => join(__dirname, path))
  .map((path) => ({ path, wants: /Instance\.start\(.*?\)/s.exec(readFileSync(path, 'utf8'))?.[0] ?? '' }))
  .sort((a, b) => a.wants.localeCompare(b.wants) || a.path.localeCompare(b.path));

// eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest knows a test by where it is described
for (const { path } of flows) require(path);

afterAll(() => ClusterInstance.stopKept());
