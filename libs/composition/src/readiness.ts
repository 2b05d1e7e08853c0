import type { ComponentStatus, HealthRegistry } from '@waybill/service-kit';
import type { ProcessDefinition } from './process-definition.js';

/**
 * The components that a process cannot answer without (docs/operations/outages.md, "Readiness"). A service serves most
 * of its requests while its object store, its jobs or the mail server is unavailable, and restarting or replacing it
 * would not help. A worker answers no requests; it is ready when it can perform jobs.
 */
const REQUIRED_BY_SERVICE = ['database', 'bus'];
const REQUIRED_BY_WORKER = [...REQUIRED_BY_SERVICE, 'jobs', 'storage'];

/** Checks only the components that readiness depends on. `/api/health` reports all components. */
export function checkReadiness(
  registry: HealthRegistry,
  role: ProcessDefinition['role'],
): Promise<Record<string, ComponentStatus>> {
  return registry.check(role === 'worker' ? REQUIRED_BY_WORKER : REQUIRED_BY_SERVICE);
}
