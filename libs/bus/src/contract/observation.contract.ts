import { metrics, runInContext, type Span, type SpanStart, Tracer, useTracer } from '@waybill/service-kit';
import { eventually, metricIn } from '@waybill/testing';
import type { OpenBus } from './bus.contract.js';
import { thing, useBus } from './test-bus.js';
import { Alpha, Consumer, refuse, tell } from './test-services.js';

/** What an operator sees of every bus. */
export function describeObservation(openBus: OpenBus): void {
  describe('an operator', () => {
    const test = useBus(openBus);
    const grown = async (before: string, series: string) =>
      metricIn(await metrics.render(), series) - metricIn(before, series);

    it('sees how questions end, for who asks and for who answers', async () => {
      const alpha = await test.start('alpha', new Alpha());
      const before = await metrics.render();
      await alpha.bus.request(tell, { subject: 's', numbers: [1, 2] });
      await alpha.bus.request(refuse, {}).catch(() => undefined);
      const told = 'request="alpha.things.tell",outcome="ok"';
      expect(await grown(before, `waybill_bus_request_duration_seconds_count{${told}}`)).toBe(1);
      const refused = 'service="alpha",message="alpha.errors.refuse",outcome="refused"';
      expect(await grown(before, `waybill_bus_handler_duration_seconds_count{${refused}}`)).toBe(1);
      expect(await grown(before, 'waybill_events_total{type="alpha.thing.happened"}')).toBe(2);
    });

    it('sees what waits for a service, what will be tried again, and what was given up', async () => {
      const beta = new Consumer();
      beta.react = () => Promise.reject(new Error('the table is gone'));
      await test.start('beta', beta);
      await expect(test.transport.backlog('beta')).resolves.toEqual({ waiting: 0, retrying: 0, dead: 0 });
      await test.transport.publisher().publish(thing(1));
      await eventually(() =>
        expect(test.transport.backlog('beta')).resolves.toEqual({ waiting: 0, retrying: 0, dead: 1 }),
      );
      expect(metricIn(await metrics.render(), 'waybill_bus_queue_events{service="beta",queue="dead"}')).toBe(
        1,
      );
    });

    it('is not told a number while a service has none', async () => {
      await expect(test.transport.check()).resolves.toBeUndefined();
      await test.transport.backlog('nobody').catch(() => undefined);
      await expect(test.transport.check()).resolves.toBeUndefined();
    });

    it('follows one call to its answer and to what its events bring about', async () => {
      const alpha = await test.start('alpha', new Alpha());
      const beta = new Consumer();
      await test.start('beta', beta);
      const parents = new Map<string, string | undefined>();
      useTracer(new Genealogist(parents));
      try {
        await runInContext({ correlationId: 'call-1', traceparent: 'of the call' }, () =>
          alpha.bus.request(tell, { subject: 's', numbers: [1] }),
        );
        await eventually(() => expect(parents.has('consume alpha.thing.happened')).toBe(true));
      } finally {
        useTracer(undefined);
      }
      expect(parents.get('ask alpha.things.tell')).toBe('of the call');
      expect(parents.get('answer alpha.things.tell')).toBe('of ask alpha.things.tell');
      expect(parents.get('INSERT alpha')).toBe('of answer alpha.things.tell');
      expect(parents.get('consume alpha.thing.happened')).toBe('of answer alpha.things.tell');
    });
  });
}

/** Remembers which span each is a part of. */
class Genealogist extends Tracer {
  constructor(private readonly parents: Map<string, string | undefined>) {
    super();
  }

  start({ name, parent }: SpanStart): Span {
    this.parents.set(name, parent);
    return { traceparent: `of ${name}`, add: () => undefined, end: () => undefined };
  }

  close = () => Promise.resolve();
}
