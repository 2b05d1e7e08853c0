import { loadFlows } from './support/load-flows.js';

/** Kills and restarts the processes and servers of one cluster, which must recover completely after each kill. */
loadFlows(['faults/killed-*.e2e.ts', 'process/cluster.e2e.ts']);
