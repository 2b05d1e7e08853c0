import { loadFlows } from './support/load-flows.js';

/** The flows of `api` on one process. Their files also run alone, each on an instance of its own. */
loadFlows(['api/*.e2e.ts']);
