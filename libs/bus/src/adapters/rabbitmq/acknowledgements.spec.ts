import type { ConsumeMessage } from 'amqplib';
import { Acknowledgements } from './acknowledgements.js';

const message = (deliveryTag: number) => ({ fields: { deliveryTag } }) as ConsumeMessage;
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe('Acknowledgements', () => {
  let sent: [tag: number, allUpTo: boolean][];
  let isOpen: boolean;
  let acknowledgements: Acknowledgements;

  beforeEach(() => {
    sent = [];
    isOpen = true;
    acknowledgements = new Acknowledgements({
      ack({ fields }, allUpTo = false) {
        if (!isOpen) throw new Error('Channel closed');
        sent.push([fields.deliveryTag, allUpTo]);
      },
    });
    for (const tag of [1, 2, 3, 4, 5]) acknowledgements.receive(message(tag));
  });

  function acknowledge(...tags: number[]): void {
    for (const tag of tags) acknowledgements.acknowledge(message(tag));
  }

  it('messages that are acknowledged together share a command, in any order', async () => {
    acknowledge(2, 3, 1);
    await nextTick();
    expect(sent).toEqual([[3, true]]);
    acknowledge(5, 4);
    await nextTick();
    expect(sent).toEqual([
      [3, true],
      [5, true],
    ]);
  });

  it('never acknowledges an older message that is still handled', async () => {
    acknowledge(1, 5, 2, 4);
    await nextTick();
    expect(sent).toEqual([
      [2, true],
      [5, false],
      [4, false],
    ]);
    acknowledge(3);
    await nextTick();
    expect(sent.at(-1)).toEqual([3, true]);
  });

  it('sends waiting acknowledgements before the channel is closed, and once', async () => {
    acknowledge(1, 2);
    acknowledgements.flush();
    expect(sent).toEqual([[2, true]]);
    await nextTick();
    expect(sent).toHaveLength(1);
  });

  it('ignores a channel that is closed already', async () => {
    isOpen = false;
    acknowledge(1);
    await nextTick();
    expect(sent).toEqual([]);
  });
});
