import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { bundleChanged, bundleCreated, bundleExpired, type EventMessage } from '@waybill/contracts';
import { factsOfBundle, TargetsService } from '../targets/targets.service.js';

/** Keeps the projection of bundles. */
@Controller()
export class BundleActivityConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly targets: TargetsService,
  ) {}

  @Consumes(bundleCreated)
  async bundleCreated(event: EventMessage<typeof bundleCreated>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await this.targets.saveCreated(manager, [factsOfBundle(event.data)]);
    });
  }

  @Consumes(bundleChanged)
  async bundleChanged(event: EventMessage<typeof bundleChanged>): Promise<void> {
    await this.inbox.once(event, async (manager) => {
      await this.targets.saveChanged(manager, factsOfBundle(event.data), event.time);
    });
  }

  @Consumes(bundleExpired)
  async bundleExpired(event: EventMessage<typeof bundleExpired>): Promise<void> {
    await this.inbox.once(event, (manager) => this.targets.remove(manager, event.data.bundleId));
  }
}
