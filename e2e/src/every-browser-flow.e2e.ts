import { loadFlows } from './support/load-flows.js';

/** The flows of `browser` on one process. Their files also run alone, each on an instance of its own. */
loadFlows(['browser/*.e2e.ts']);
