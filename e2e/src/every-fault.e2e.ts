import { loadFlows } from './support/load-flows.js';

/** Tests that kill processes and servers, on one cluster that survives them all. */
loadFlows(['faults/killed-*.e2e.ts']);
