import { AppError } from '@waybill/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestPath } from './request-path.js';

/** Methods of each path, collected while routes are added. */
export class AllowedMethods {
  private readonly routes: { readonly path: RegExp; readonly methods: ReadonlySet<string> }[] = [];

  /**
   * @param pattern path of a route, such as `/api/files/:id`. Ignored for a catch-all pattern, and for the
   *   administration, whose routes a 405 would reveal
   */
  add(pattern: string, method: string | readonly string[]): void {
    if (pattern.includes('*') || pattern.startsWith('/api/admin')) return;
    this.routes.push({ path: toRegExp(pattern), methods: new Set([method].flat()) });
  }

  /** Methods of a path, sorted; empty if no route matches. */
  of(path: string): string[] {
    const found = this.routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => [...methods]);
    return [...new Set(found)].sort();
  }
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * Answers 405 instead of 404 where the path exists with another method.
 * @throws AppError `request.method-not-allowed`, with the header `Allow`
 */
export function rejectOtherMethods(server: FastifyInstance): void {
  const allowed = new AllowedMethods();
  server.addHook('onRoute', ({ url, method }) => allowed.add(url, method));
  server.addHook('onRequest', (request, reply, done) => {
    const methods = hasHandler(request) ? [] : allowed.of(requestPath(request));
    // The method itself is allowed where the router refused the path, such as for an id of a thousand characters.
    if (methods.length > 0 && !methods.includes(request.method)) {
      void reply.header('allow', methods.join(', '));
      throw new AppError('request.method-not-allowed');
    }
    done();
  });
}

/** Whether a route other than the web client's catch-all matched. */
function hasHandler(request: FastifyRequest): boolean {
  return !request.is404 && request.routeOptions.url !== '*' && request.routeOptions.url !== '/*';
}
