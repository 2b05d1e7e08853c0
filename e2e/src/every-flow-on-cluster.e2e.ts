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

/** The flows of `api`, and two of `browser` that need every service, on the cluster profile. */
if (missingServers.length > 0) {
  describe.skip('on the cluster profile', () => {
    it('needs the servers named above', () => undefined);
  });
} else {
  loadFlows(['api/*.e2e.ts', 'browser/{user-journey,broken-previews}.e2e.ts'], sameOnOneProcess);
}
