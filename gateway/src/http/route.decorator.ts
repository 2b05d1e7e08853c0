import { applyDecorators, HttpCode, RequestMapping, RequestMethod, SetMetadata } from '@nestjs/common';
import { type RouteContract, successStatus } from '@waybill/contracts/http';
import { ROUTE } from './access.decorator.js';
import { fastifyPath } from './fastify-path.js';

/**
 * Maps a controller's method to a route contract: its method, path, required access and success status.
 * @param address method and path of `route`, such as `POST /api/upload`. The compiler compares it with the contract;
 *   it is written out so that a reader finds the handler by its path.
 */
export function Route<const R extends RouteContract>(
  address: `${R['method']} ${R['path']}`,
  route: R,
): MethodDecorator {
  const [, path = ''] = address.split(' ');
  return applyDecorators(
    RequestMapping({ method: RequestMethod[route.method], path: fastifyPath(path) }),
    HttpCode(successStatus(route)),
    SetMetadata(ROUTE, route),
  );
}
