import { Controller, type DynamicModule } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import { describeWithServer, eventually, startRabbitMq } from '@waybill/testing';
import { ConsumesInBatches } from '../../consumes.decorator.js';
import { thingHappened } from '../../contract/sample-services.js';
import { range, sampleEvent, useBus } from '../../contract/test-bus.js';
import { MAX_EVENT_BATCH } from '../../service-server.js';
import { openBusOn } from './testing/rabbitmq-test-kit.js';

/** Consumes `alpha.thing.happened` in batches, each of which ends once `gate` is resolved. */
class BatchConsumer {
  readonly sizes: number[] = [];

  constructor(private readonly gate: Promise<void>) {}

  module(): DynamicModule {
    const consume = async (count: number) => {
      this.sizes.push(count);
      await this.gate;
    };
    @Controller()
    class BetaController {
      @ConsumesInBatches(thingHappened)
      async happened(events: readonly EventMessage<typeof thingHappened>[]): Promise<void> {
        await consume(events.length);
      }
    }
    return { module: class BetaModule {}, controllers: [BetaController] };
  }
}

describeWithServer('batches of events from RabbitMQ', startRabbitMq, (server) => {
  const test = useBus(openBusOn(() => server().url));

  it('the next full batch of events arrives while one batch is consumed', async () => {
    let open = (): void => undefined;
    const consumer = new BatchConsumer(new Promise((resolve) => (open = resolve)));
    await test.start('beta', consumer);
    const publisher = test.transport.publisher();
    await publisher.publish(sampleEvent(0));
    await eventually(() => expect(consumer.sizes).toEqual([1]));
    await publisher.publishAll(range(MAX_EVENT_BATCH).map((n) => sampleEvent(n)));
    await eventually(async () => expect((await test.transport.backlog('beta')).waiting).toBe(0));
    open();
    const consumed = () => consumer.sizes.reduce((sum, size) => sum + size, 0);
    await eventually(() => expect(consumed()).toBe(1 + MAX_EVENT_BATCH));
  });
});
