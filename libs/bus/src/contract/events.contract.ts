import { runInContext } from '@waybill/service-kit';
import { eventually } from '@waybill/testing';
import type { OpenBus } from './bus.contract.js';
import { range, thing, useBus } from './test-bus.js';
import { Alpha, Consumer, tell, thingHappened } from './test-services.js';

/** What every bus promises about events. */
export function describeEvents(openBus: OpenBus): void {
  describe('an event', () => {
    const test = useBus(openBus);

    it('reaches its consumer with the context of the call that caused it', async () => {
      const beta = new Consumer();
      const alpha = await test.start('alpha', new Alpha());
      await test.start('beta', beta);
      await runInContext({ correlationId: 'call-7' }, () =>
        alpha.bus.request(tell, { subject: 's', numbers: [1] }),
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

    it('reaches every consumer, each on its own', async () => {
      const consumers = [new Consumer(), new Consumer()] as const;
      consumers[0].react = () => Promise.reject(new Error('not today'));
      await test.start('beta', consumers[0]);
      await test.start('gamma', consumers[1]);
      await test.transport.publisher().publish(thing(1));
      await eventually(() => expect(consumers[1].numbers).toEqual([1]));
      await eventually(() => expect(consumers[0].numbers).toEqual([1, 1, 1]));
      expect(consumers[1].numbers).toEqual([1]);
    });

    it('is delivered again until its consumer has taken it', async () => {
      const beta = new Consumer();
      beta.react = () => (beta.seen.length < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve());
      await test.start('beta', beta);
      await test.transport.publisher().publish(thing(1));
      await eventually(() => expect(beta.numbers).toEqual([1, 1, 1]));
      await expect(test.transport.deadLetters().list()).resolves.toEqual([]);
    });

    it('holds up no other while it fails', async () => {
      const beta = new Consumer();
      beta.react = ({ data }) => (data.n === 0 ? Promise.reject(new Error('poison')) : Promise.resolve());
      await test.start('beta', beta);
      for (const n of range(30)) await test.transport.publisher().publish(thing(n, 'one subject'));
      await eventually(() => expect(beta.numbers).toEqual(expect.arrayContaining(range(30))));
    });

    it('waits for those of its subject that came before it, and for no other', async () => {
      const beta = new Consumer();
      let open: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (open = resolve));
      beta.react = ({ data }) => (data.n === 1 ? gate : Promise.resolve());
      await test.start('beta', beta);
      await test.transport.publisher().publish(thing(1, 'one'));
      await test.transport.publisher().publish(thing(2, 'one'));
      await test.transport.publisher().publish(thing(3, 'another'));
      await eventually(() => expect(beta.numbers).toEqual([1, 3]));
      open();
      await eventually(() => expect(beta.numbers).toEqual([1, 3, 2]));
    });

    it('is a dead letter when its attempts are used up, and can be replayed', async () => {
      const beta = new Consumer();
      let broken = true;
      beta.react = () => (broken ? Promise.reject(new Error('the table is gone')) : Promise.resolve());
      await test.start('beta', beta);
      const event = thing(1);
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

    it('can be dropped when it is a dead letter', async () => {
      const beta = new Consumer();
      beta.react = () => Promise.reject(new Error('never'));
      await test.start('beta', beta);
      const event = thing(1);
      await test.transport.publisher().publish(event);
      const key = { eventId: event.id, consumer: 'beta' };
      await eventually(async () => expect(await test.transport.deadLetters().drop(key)).toBe(true));
      await expect(test.transport.deadLetters().list()).resolves.toEqual([]);
      await expect(test.transport.deadLetters().drop(key)).resolves.toBe(false);
    });

    it('is among the dead letters in the order of their deaths, however often one looks', async () => {
      const beta = new Consumer();
      beta.react = () => Promise.reject(new Error('never'));
      await test.start('beta', beta);
      const letters = test.transport.deadLetters();
      const events = range(3).map((n) => thing(n));
      for (const [n, event] of events.entries()) {
        await test.transport.publisher().publish(event);
        await eventually(async () => expect(await letters.list()).toHaveLength(n + 1));
      }
      for (let look = 0; look < 30; look++) {
        const listed = await letters.list(2);
        expect(listed.map(({ eventId }) => eventId)).toEqual(events.slice(0, 2).map(({ id }) => id));
      }
    });

    it('waits for a consumer that is not running', async () => {
      const beta = await test.start('beta', new Consumer());
      await beta.close();
      await test.transport.publisher().publish(thing(1));
      const again = new Consumer();
      await test.start('beta', again);
      await eventually(() => expect(again.numbers).toEqual([1]));
    });
  });

  describe('an event whose consumers are declared', () => {
    const types = [thingHappened.type];
    const test = useBus(openBus, { beta: types, gamma: types, delta: [] });

    it('waits for those that have never run, though another has it already', async () => {
      const beta = new Consumer();
      await test.start('beta', beta);
      await test.transport.publisher().publish(thing(1));
      await eventually(() => expect(beta.numbers).toEqual([1]));
      const gamma = new Consumer();
      await test.start('gamma', gamma);
      await eventually(() => expect(gamma.numbers).toEqual([1]));
    });

    it('keeps a service from starting that consumes anything else', async () => {
      await expect(test.start('delta', new Consumer())).rejects.toThrow('differ in alpha.thing.happened');
    });
  });
}
