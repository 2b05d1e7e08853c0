import { loadFlows } from './support/load-flows.js';
import { missingServers } from './support/real-servers.js';

// Before the flows are loaded: they start what the profile names.
process.env['WAYBILL_PROFILE'] = 'cluster';

/**
 * Flows that many processes cannot change: they need the gateway alone, or `faults/mail-server.e2e.ts` shows them. The
 * settings of an installation are read by each process from the same environment.
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
 * The flows of `api` on the cluster profile, and those of a browser that need every service: an upload, an account that
 * claims it, and a document that the worker converts. What else `browser` shows is how the client shows the answers of
 * calls, which the flows of `api` make here.
 */
if (missingServers.length > 0) {
  describe.skip('on the cluster profile', () => {
    it('needs the servers named above', () => undefined);
  });
} else {
  loadFlows(['api/*.e2e.ts', 'browser/user-journey.e2e.ts'], sameOnOneProcess);
}
