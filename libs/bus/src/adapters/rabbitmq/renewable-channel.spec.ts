import { createLogger } from '@waybill/service-kit';
import type { AmqpConnection } from './amqp-connection.js';
import { type ChannelWork, RenewableChannel } from './renewable-channel.js';

const connection = { isBlocked: false, isClosed: false } as AmqpConnection;
const logger = createLogger('test', 'silent');

describe('RenewableChannel', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('opens another channel after one that the broker never opened, and retires that one when it opens late', async () => {
    const works = [1, 2, 3].map((): ChannelWork => ({ retire: jest.fn() }));
    const [first, late, third] = works;
    let openLate = (): void => undefined;
    const openings = [
      Promise.resolve(first!),
      new Promise<ChannelWork>((resolve) => (openLate = () => resolve(late!))),
      Promise.resolve(third!),
    ];
    let fail = (): void => undefined;
    const channel = await RenewableChannel.open(connection, logger, (onFailure) => {
      fail = onFailure;
      return openings.shift()!;
    });
    fail();
    await jest.advanceTimersByTimeAsync(15_000);
    expect(channel.current).toBe(first);
    fail();
    await jest.advanceTimersByTimeAsync(1000);
    expect(channel.current).toBe(third);
    openLate();
    await jest.advanceTimersByTimeAsync(0);
    expect(works.map(({ retire }) => jest.mocked(retire).mock.calls.length)).toEqual([1, 1, 0]);
  });
});
