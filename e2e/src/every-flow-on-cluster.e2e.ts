import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClusterInstance } from './support/cluster-instance.js';
import { missingServers } from './support/real-servers.js';

// Before the flows are loaded: they start what the profile names.
process.env['WAYBILL_PROFILE'] = 'cluster';

/** Flows that many processes cannot change: they need the gateway alone, or `faults/mail-server.e2e.ts` shows them. */
const sameOnOneProcess = ['api/activation', 'api/api-documents', 'api/openapi-check'].map(
  (name) => `${name}.e2e.ts`,
);

/**
 * Runs the flows of `api`, and two of `browser` that need every service, on the cluster profile, in one Jest module. A cluster of fourteen processes
 * and four servers starts slowly, so ClusterInstance keeps it for the next flow with the same environment. Flows are
 * sorted by the environment in their `startInstance(…)` call, so that few clusters are started.
 */
const flows = globSync(['api/*.e2e.ts', 'browser/{user-journey,broken-previews}.e2e.ts'], { cwd: __dirname })
  .filter((path) => !sameOnOneProcess.includes(path))
  .map((path) => join(__dirname, path))
  .map((path) => ({ path, environment: environmentIn(readFileSync(path, 'utf8')) }))
  .sort((a, b) => a.environment.localeCompare(b.environment) || a.path.localeCompare(b.path));

/** The arguments of `startInstance`, without white space and without what every cluster has. */
function environmentIn(source: string): string {
  const [, settings = ''] = /startInstance\((.*?)\)/s.exec(source) ?? [];
  return settings.replaceAll(/\s/g, '').replace("TRUST_PROXY:'loopback',", '');
}

if (missingServers.length > 0) {
  describe.skip('on the cluster profile', () => {
    it('needs the servers named above', () => undefined);
  });
} else {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- Jest registers tests while a module is required
  for (const { path } of flows) require(path);

  afterAll(() => ClusterInstance.stopKept());
}
