import { allRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { fastifyPath } from '../http/fastify-path.js';

const routesWithForms = new Set(
  allRoutes
    .filter(({ body }) => body?.mediaType === 'multipart/form-data')
    .map(({ path }) => fastifyPath(path)),
);

/** Whether the body is a multipart form. */
export function isForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '');
}

/** Whether the route reads multipart forms. */
export function readsForms({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): boolean {
  return routesWithForms.has(routeOptions.url ?? '');
}
