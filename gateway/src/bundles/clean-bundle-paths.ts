import { storablePath } from '@waybill/contracts';
import { bundleRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { fastifyPath } from '../http/fastify-path.js';

const url = fastifyPath(bundleRoutes.changeBundle.path);

/**
 * Cleans the paths in a change of a bundle, in place. Must run before the text of the body is checked, because a path
 * is never refused.
 */
export function cleanBundlePaths({ routeOptions }: FastifyRequest, body: unknown): void {
  if (routeOptions.url !== url || !hasFiles(body)) return;
  for (const file of body.files) {
    if (hasPath(file)) file.path = storablePath(file.path);
  }
}

function hasFiles(body: unknown): body is { readonly files: readonly unknown[] } {
  return typeof body === 'object' && body !== null && 'files' in body && Array.isArray(body.files);
}

function hasPath(file: unknown): file is { path: string } {
  return typeof file === 'object' && file !== null && 'path' in file && typeof file.path === 'string';
}
