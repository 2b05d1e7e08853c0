import { loadFlows } from './support/load-flows.js';

/** The flows of `browser` that need no settings but a promotion, on one process. */
loadFlows([
  'browser/{administration,bundles,file-requests,keyboard-only,link-codes,links,reading,resumable-uploads,user-journey}.e2e.ts',
]);
