import { loadFlows } from './support/load-flows.js';
import { missingServers } from './support/real-servers.js';

// Set before the flows are loaded, because they start the profile that the variable names.
process.env['WAYBILL_PROFILE'] = 'cluster';

/**
 * Flows left out, because a cluster cannot change their result. They use the gateway alone, or check settings, which
 * each process reads from the same environment, or `faults/mail-server.e2e.ts` covers them.
 */
const sameOnOneProcess = [
  ...[
    'activation',
    'api-documents',
    'billing-without-provider',
    'downloads-under-way',
    'openapi-check',
    'settings',
  ],
].map((name) => `api/${name}.e2e.ts`);

/**
 * Runs the flows of `api` on the cluster profile, and the browser flow that needs every service: an upload, an account
 * that claims it, and a document that the worker converts. The other flows of `browser` check how the client shows
 * answers. The flows of `api` make the same calls here.
 */
if (missingServers.length > 0) {
  describe.skip('on the cluster profile', () => {
    it('needs the servers named above', () => undefined);
  });
} else {
  loadFlows(['api/*.e2e.ts', 'browser/user-journey.e2e.ts'], sameOnOneProcess);
}
