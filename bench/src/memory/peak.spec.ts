import { setImmediate } from 'node:timers/promises';
import { Peak } from './peak.js';

describe('Peak', () => {
  it('is the greatest value seen, also the last', async () => {
    const values = [3, 9];
    const peak = await Peak.watch(async () => values.shift() ?? 4);
    expect(await peak.end()).toBe(9);
  });

  it('keeps a failure for whoever asks, and disturbs nobody else with it', async () => {
    let calls = 0;
    const peak = await Peak.watch(async () => {
      if (calls++ > 0) throw new Error('the process is gone');
      return 1;
    });
    await setImmediate();
    await expect(peak.end()).rejects.toThrow('the process is gone');
  });
});
