import { metrics, runInContext } from '@waybill/service-kit';
import { recordSpans } from '@waybill/service-kit/record-spans';
import { eventually, metricIn } from '@waybill/testing';
import type { OpenBus } from './open-bus.js';
import { sampleEvent, useBus } from './test-bus.js';
import { SampleProducer, SampleConsumer, refuse, publishThings } from './sample-services.js';

/** Metrics and traces, on every bus. */
export function describeInstrumentation(openBus: OpenBus): void {
  describe('instrumentation', () => {
    const test = useBus(openBus);
    const grown = async (before: string, series: string) =>
      metricIn(await metrics.render(), series) - metricIn(before, series);

    it('counts requests by outcome, for caller and callee', async () => {
      const alpha = await test.start('alpha', new SampleProducer());
      const before = await metrics.render();
      await alpha.bus.request(publishThings, { subject: 's', numbers: [1, 2] });
      await alpha.bus.request(refuse, {}).catch(() => undefined);
      const succeeded = 'request="alpha.things.publish",outcome="ok"';
      expect(await grown(before, `waybill_bus_request_duration_seconds_count{${succeeded}}`)).toBe(1);
      const refused = 'service="alpha",message="alpha.errors.refuse",outcome="refused"';
      expect(await grown(before, `waybill_bus_handler_duration_seconds_count{${refused}}`)).toBe(1);
      expect(await grown(before, 'waybill_events_total{type="alpha.thing.happened"}')).toBe(2);
    });

    it('reports the waiting, retrying and dead events of a service', async () => {
      const beta = new SampleConsumer();
      beta.react = () => Promise.reject(new Error('the table is gone'));
      await test.start('beta', beta);
      await expect(test.transport.backlog('beta')).resolves.toEqual({ waiting: 0, retrying: 0, dead: 0 });
      await test.transport.publisher().publish(sampleEvent(1));
      await eventually(() =>
        expect(test.transport.backlog('beta')).resolves.toEqual({ waiting: 0, retrying: 0, dead: 1 }),
      );
      expect(metricIn(await metrics.render(), 'waybill_bus_queue_events{service="beta",queue="dead"}')).toBe(
        1,
      );
    });

    it('reports no backlog for a service without queues, and stays connected', async () => {
      await expect(test.transport.check()).resolves.toBeUndefined();
      await test.transport.backlog('absent').catch(() => undefined);
      await expect(test.transport.check()).resolves.toBeUndefined();
    });

    it('traces one call through its request to the consumers of its events', async () => {
      const alpha = await test.start('alpha', new SampleProducer());
      const beta = new SampleConsumer();
      await test.start('beta', beta);
      const recorder = recordSpans();
      const spanOf = (name: string) => recorder.spans().find((span) => span.name === name);
      const callSpanId = 'b7ad6b7169203331';
      const traceparent = `00-0af7651916cd43dd8448eb211c80319c-${callSpanId}-01`;
      try {
        await runInContext({ correlationId: 'call-1', traceparent }, () =>
          alpha.bus.request(publishThings, { subject: 's', numbers: [1] }),
        );
        await eventually(() => expect(spanOf('consume alpha.thing.happened')).toBeDefined());
      } finally {
        recorder.stop();
      }
      const request = spanOf('request alpha.things.publish');
      const handler = spanOf('handle alpha.things.publish');
      expect(request?.parentSpanId).toBe(callSpanId);
      expect(handler?.parentSpanId).toBe(request?.spanId);
      expect(spanOf('INSERT alpha')?.parentSpanId).toBe(handler?.spanId);
      expect(spanOf('consume alpha.thing.happened')?.parentSpanId).toBe(handler?.spanId);
    });
  });
}
