import { AppError } from '@waybill/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Which methods each call takes, gathered as its routes are added. */
export class AllowedMethods {
  private readonly calls: { readonly path: RegExp; readonly methods: ReadonlySet<string> }[] = [];

  /** @param pattern address of a route, such as `/api/files/:id`; one that takes any address is no call */
  add(pattern: string, method: string | readonly string[]): void {
    if (pattern.includes('*')) return;
    this.calls.push({ path: addressesOf(pattern), methods: new Set([method].flat()) });
  }

  /** In the alphabet's order; empty for an address without any call. */
  of(path: string): string[] {
    const found = this.calls.filter((call) => call.path.test(path)).flatMap(({ methods }) => [...methods]);
    return [...new Set(found)].sort();
  }
}

function addressesOf(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * A call that is there, but not by this method, is told apart from one that is not there at all.
 * @throws AppError `request.method-not-allowed`, with the header `Allow`
 */
export function rejectOtherMethods(server: FastifyInstance): void {
  const allowed = new AllowedMethods();
  server.addHook('onRoute', ({ url, method }) => allowed.add(url, method));
  server.addHook('onRequest', (request, reply, done) => {
    const methods = isAnswered(request) ? [] : allowed.of(pathOf(request));
    if (methods.length > 0) {
      void reply.header('allow', methods.join(', '));
      throw new AppError('request.method-not-allowed');
    }
    done();
  });
}

/** Whether a handler of its own waits for the request: the one for any address is for screens. */
function isAnswered(request: FastifyRequest): boolean {
  return !request.is404 && request.routeOptions.url !== '*' && request.routeOptions.url !== '/*';
}

/** The address without its query. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}
