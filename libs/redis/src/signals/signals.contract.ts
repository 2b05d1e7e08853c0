import { eventually } from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import type { Signals } from './signals.js';

/** Tests that every adapter of Signals passes. @param open another process on the same adapter, or the same one */
export function signalsContract(open: () => Promise<Signals>): void {
  it('sends a message to every listener of its topic, in any process, and to no other', async () => {
    const [one, other] = [await open(), await open()];
    const topic = randomUUID();
    const received: string[] = [];
    await one.listen(topic, (message) => received.push(`one ${message}`));
    await other.listen(topic, (message) => received.push(`other ${message}`));
    await one.listen(randomUUID(), (message) => received.push(`nobody ${message}`));
    await one.send(topic, 'häagen');
    await eventually(() => expect(received.sort()).toEqual(['one häagen', 'other häagen']));
  });

  it('sends nothing to a listener that stopped', async () => {
    const signals = await open();
    const topic = randomUUID();
    const received: string[] = [];
    const stop = await signals.listen(topic, (message) => received.push(`stopped ${message}`));
    await signals.listen(topic, (message) => received.push(message));
    stop();
    await signals.send(topic, 'now');
    await eventually(() => expect(received).toEqual(['now']));
  });
}
