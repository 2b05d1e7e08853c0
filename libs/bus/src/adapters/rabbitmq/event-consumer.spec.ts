import { AppError } from '@waybill/contracts';
import { createLogger } from '@waybill/service-kit';
import type { ConsumeMessage } from 'amqplib';
import { sampleEvent } from '../../contract/test-bus.js';
import { EventConsumer } from './event-consumer.js';
import { Topology } from './topology.js';
import { encodeEvent, type EncodedMessage, historyOf } from './wire-format.js';

const ELEVEN_MINUTES = 660_000;

describe('EventConsumer', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Consumes an event that has one attempt left and fails after eleven minutes. @returns where it was moved */
  async function failWith(error: Error) {
    const begun = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
    const dispatchEvent = () => {
      clock.mockReturnValue(begun + ELEVEN_MINUTES);
      return Promise.reject(error);
    };
    const moved: { queue: string; attempts: number }[] = [];
    const consumer = new EventConsumer(
      'files',
      new Topology('test', { attempts: 3, firstDelayMs: 1000, longestDelayMs: 5000 }),
      { dispatchEvent, isBatched: () => false },
      (queue, message) => {
        moved.push({ queue, attempts: historyOf(toReceived(message)).attempts });
        return Promise.resolve();
      },
      createLogger('test', 'silent'),
    );
    const acknowledge = jest.fn();
    await consumer.handle({
      message: toReceived(encodeEvent(sampleEvent(1), { attempts: 2 })),
      isOpen: () => true,
      canWait: () => true,
      acknowledge,
    });
    expect(acknowledge).toHaveBeenCalledTimes(1);
    return moved;
  }

  it('retries an event without counting an attempt when a server stays unavailable for more than ten minutes', async () => {
    expect(await failWith(new AppError('server.unavailable'))).toEqual([
      { queue: 'test.files.retry.3000ms', attempts: 2 },
    ]);
  });

  it('dead-letters an event that failed at its last attempt', async () => {
    expect(await failWith(new Error('no'))).toEqual([{ queue: 'test.files.dead-letters', attempts: 3 }]);
  });
});

function toReceived({ content, properties }: EncodedMessage): ConsumeMessage {
  return { content: Buffer.from(content), properties } as unknown as ConsumeMessage;
}
