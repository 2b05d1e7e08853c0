import { Controller, type Type } from '@nestjs/common';
import { checkHealthOf, type OutputOf, type ServiceName } from '@waybill/contracts';
import { HealthRegistry } from '@waybill/service-kit';
import { Handles } from './handles.decorator.js';

/** The controller that replies to the health check of one service. */
export function healthRequestsOf(service: ServiceName): Type {
  const checkHealth = checkHealthOf(service);

  @Controller()
  class HealthRequests {
    constructor(private readonly health: HealthRegistry) {}

    @Handles(checkHealth)
    async check(): Promise<OutputOf<typeof checkHealth>> {
      return { components: await this.health.check() };
    }
  }

  return HealthRequests;
}
