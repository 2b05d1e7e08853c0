import { runInContext } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import type { OpenBus } from './open-bus.js';
import { range, sampleEvent, useBus } from './test-bus.js';
import { SampleProducer, SampleConsumer, publishThings, thingHappened } from './sample-services.js';

/** Events, on every bus. */
export function describeEvents(openBus: OpenBus): void {
  describe('events', () => {
    const test = useBus(openBus);

    it('consumes an event in the call context in which it was published', async () => {
      const beta = new SampleConsumer();
      const alpha = await test.start('alpha', new SampleProducer());
      await test.start('beta', beta);
      await runInContext({ correlationId: 'call-7' }, () =>
        alpha.bus.request(publishThings, { subject: 's', numbers: [1] }),
      );
      const [event] = await eventually(() => (expect(beta.seen).toHaveLength(1), beta.seen));
      expect(event).toMatchObject({
        specversion: '1.0',
        source: 'alpha',
        type: 'alpha.thing.happened',
        subject: 's',
        correlationid: 'call-7',
        data: { n: 1 },
      });
      expect(beta.contexts).toEqual(['call-7']);
    });

    it('delivers an event to every consumer, independently of failures of the others', async () => {
      const consumers = [new SampleConsumer(), new SampleConsumer()] as const;
      consumers[0].react = () => Promise.reject(new Error('not today'));
      await test.start('beta', consumers[0]);
      await test.start('gamma', consumers[1]);
      await test.transport.publisher().publish(sampleEvent(1));
      await eventually(() => expect(consumers[1].numbers).toEqual([1]));
      await eventually(() => expect(consumers[0].numbers).toEqual([1, 1, 1]));
      expect(consumers[1].numbers).toEqual([1]);
    });

    it('retries an event until its consumer succeeds', async () => {
      const beta = new SampleConsumer();
      beta.react = () => (beta.seen.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve());
      await test.start('beta', beta);
      await test.transport.publisher().publish(sampleEvent(1));
      await eventually(() => expect(beta.numbers).toEqual([1, 1, 1]));
      await expect(test.transport.deadLetters().list()).resolves.toEqual([]);
    });

    it('delivers other events while one fails', async () => {
      const beta = new SampleConsumer();
      beta.react = ({ data }) => (data.n === 0 ? Promise.reject(new Error('poison')) : Promise.resolve());
      await test.start('beta', beta);
      for (const n of range(30)) await test.transport.publisher().publish(sampleEvent(n, 'one subject'));
      await eventually(() => expect(beta.numbers).toEqual(expect.arrayContaining(range(30))));
    });

    it('keeps the order of events of one subject and of no others', async () => {
      const beta = new SampleConsumer();
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      beta.react = ({ data }) => (data.n === 1 ? gate : Promise.resolve());
      await test.start('beta', beta);
      await test.transport.publisher().publish(sampleEvent(1, 'one'));
      await test.transport.publisher().publish(sampleEvent(2, 'one'));
      await test.transport.publisher().publish(sampleEvent(3, 'another'));
      await eventually(() => expect(beta.numbers).toEqual([1, 3]));
      open();
      await eventually(() => expect(beta.numbers).toEqual([1, 3, 2]));
    });

    it('dead-letters an event after its last attempt, and replays it', async () => {
      const beta = new SampleConsumer();
      let broken = true;
      beta.react = () => (broken ? Promise.reject(new Error('the table is gone')) : Promise.resolve());
      await test.start('beta', beta);
      const event = sampleEvent(1);
      await test.transport.publisher().publish(event);
      const [letter] = await eventually(async () => {
        const letters = await test.transport.deadLetters().list();
        expect(letters).toHaveLength(1);
        return letters;
      });
      expect(letter).toMatchObject({ eventId: event.id, consumer: 'beta', event, attempts: 3 });
      expect(letter?.error).toContain('the table is gone');

      broken = false;
      const key = { eventId: event.id, consumer: 'beta' };
      await expect(test.transport.deadLetters().replay(key)).resolves.toBe(true);
      await eventually(() => expect(beta.numbers).toEqual([1, 1, 1, 1]));
      await expect(test.transport.deadLetters().list()).resolves.toEqual([]);
      await expect(test.transport.deadLetters().replay(key)).resolves.toBe(false);
    });

    it('drops a dead letter', async () => {
      const beta = new SampleConsumer();
      beta.react = () => Promise.reject(new Error('never'));
      await test.start('beta', beta);
      const event = sampleEvent(1);
      await test.transport.publisher().publish(event);
      const key = { eventId: event.id, consumer: 'beta' };
      await eventually(async () => expect(await test.transport.deadLetters().drop(key)).toBe(true));
      await expect(test.transport.deadLetters().list()).resolves.toEqual([]);
      await expect(test.transport.deadLetters().drop(key)).resolves.toBe(false);
    });

    it('lists dead letters oldest first, at every listing', async () => {
      const beta = new SampleConsumer();
      beta.react = () => Promise.reject(new Error('never'));
      await test.start('beta', beta);
      const letters = test.transport.deadLetters();
      const events = range(3).map((n) => sampleEvent(n));
      for (const [n, event] of events.entries()) {
        await test.transport.publisher().publish(event);
        await eventually(async () => expect(await letters.list()).toHaveLength(n + 1));
      }
      for (let look = 0; look < 30; look++) {
        const listed = await letters.list(2);
        expect(listed.map(({ eventId }) => eventId)).toEqual(events.slice(0, 2).map(({ id }) => id));
      }
    });

    it('keeps an event for a stopped consumer', async () => {
      const beta = await test.start('beta', new SampleConsumer());
      await beta.close();
      await test.transport.publisher().publish(sampleEvent(1));
      const again = new SampleConsumer();
      await test.start('beta', again);
      await eventually(() => expect(again.numbers).toEqual([1]));
    });
  });

  describe('events with declared subscriptions', () => {
    const types = [thingHappened.type];
    const test = useBus(openBus, { beta: types, gamma: types, delta: [] });

    it('keeps an event for consumers that have never run, though another one has consumed it', async () => {
      const beta = new SampleConsumer();
      await test.start('beta', beta);
      await test.transport.publisher().publish(sampleEvent(1));
      await eventually(() => expect(beta.numbers).toEqual([1]));
      const gamma = new SampleConsumer();
      await test.start('gamma', gamma);
      await eventually(() => expect(gamma.numbers).toEqual([1]));
    });

    it('refuses to start a service that consumes an undeclared event', async () => {
      await expect(test.start('delta', new SampleConsumer())).rejects.toThrow(
        'differ in alpha.thing.happened',
      );
    });
  });
}
