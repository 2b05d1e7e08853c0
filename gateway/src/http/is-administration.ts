import type { FastifyRequest } from 'fastify';

/** Checks the route, not the raw URL: only the router decodes an address such as `/api/%61dmin/files`. */
export function isAdministration({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/admin/') === true;
}
