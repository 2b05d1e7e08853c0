import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { type RouteContract, successStatus } from '@waybill/contracts/http';
import { RequiresLogin } from '../sessions/session.guard.js';

/** Makes a controller's method answer `route`: where it is, who may call it and what it usually answers with. */
export function Route(route: RouteContract): MethodDecorator {
  return applyDecorators(
    RequestMapping({
      method: RequestMethod[route.method],
      path: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    }),
    HttpCode(successStatus(route)),
    ...(route.access === 'account' ? [RequiresLogin()] : []),
  );
}
