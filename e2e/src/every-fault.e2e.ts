import { loadFlows } from './support/load-flows.js';

/** What kills processes and servers, on one cluster that survives it all. */
loadFlows(['faults/killed-*.e2e.ts']);
