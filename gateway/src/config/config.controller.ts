import { Controller, Inject } from '@nestjs/common';
import type { Config } from '@waybill/contracts';
import { configRoutes } from '@waybill/contracts/http';
import { SkipSession } from '../http/access.decorator.js';
import { Route } from '../http/route.decorator.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';

/** Describes this installation to clients, so that no screen names a limit that is not in force. */
@Controller()
@SkipSession()
export class ConfigController {
  constructor(@Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions) {}

  @Route('GET /api/config', configRoutes.config)
  config(): Config {
    return this.options.config;
  }
}
