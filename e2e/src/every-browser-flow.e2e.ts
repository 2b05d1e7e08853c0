import { loadFlows } from './support/load-flows.js';

/** The flows of `browser` that need no settings of their own but a promotion, on one process. */
loadFlows([
  'browser/{administration,broken-previews,bundle-size,bundles,file-requests,forced-colours}.e2e.ts',
  'browser/{keyboard-only,link-codes,links,navigation,offline,previews,print,reading,resumable-uploads,sign-in}.e2e.ts',
  'browser/user-journey.e2e.ts',
]);
