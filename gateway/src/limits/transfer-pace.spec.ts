import { setTimeout as sleep } from 'node:timers/promises';
import { looseLimits } from '../testing/traffic-limits.js';
import { TransferPace } from './transfer-pace.js';

const tooSlow = expect.objectContaining({ code: 'files.too-slow' });
const never = new Promise<never>(() => undefined);
/** The error of a transfer. A transfer that nothing ends fails the test by a value, not by its timeout. */
const errorOf = (transfer: Promise<unknown>) =>
  Promise.race([
    transfer.then(
      () => 'not ended',
      (error: unknown) => error,
    ),
    sleep(1_000, 'not ended'),
  ]);
/** Requires 10 bytes within 50 ms of waiting for the client. */
const pace = () => new TransferPace(looseLimits({ minBytesPerSecond: 200, paceWindowMs: 50 }));

describe('TransferPace', () => {
  it('ends a transfer whose client sends or reads nothing', async () => {
    expect(await errorOf(pace().waitForClient(never))).toEqual(tooSlow);
  });

  it('ends a transfer whose client sends or reads a byte at a time', async () => {
    const slow = pace();
    const trickle = async () => {
      for (let moves = 0; moves < 20; moves++) {
        await slow.waitForClient(sleep(20));
        slow.add(1);
      }
    };
    expect(await errorOf(trickle())).toEqual(tooSlow);
  });

  it('keeps a transfer that is fast enough', async () => {
    const fast = pace();
    for (let moves = 0; moves < 10; moves++) {
      await fast.waitForClient(sleep(20));
      fast.add(10);
    }
  });

  it('does not count time spent elsewhere, such as in a slow store', async () => {
    const fast = pace();
    for (let moves = 0; moves < 3; moves++) {
      await sleep(60);
      await fast.waitForClient(Promise.resolve());
    }
  });

  it('ends nothing when the limit is 0', async () => {
    const off = new TransferPace(looseLimits({ minBytesPerSecond: 0, paceWindowMs: 10 }));
    expect(await off.waitForClient(sleep(50, 'moved'))).toBe('moved');
  });
});
