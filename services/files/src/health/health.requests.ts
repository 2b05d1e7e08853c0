import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { checkHealthOf, type OutputOf } from '@waybill/contracts';
import { HealthRegistry } from '@waybill/service-kit';

const checkHealth = checkHealthOf('files');

@Controller()
export class HealthRequests {
  constructor(private readonly health: HealthRegistry) {}

  @Handles(checkHealth)
  async check(): Promise<OutputOf<typeof checkHealth>> {
    return { components: await this.health.check() };
  }
}
