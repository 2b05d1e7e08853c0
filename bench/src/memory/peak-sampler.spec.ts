import { setImmediate } from 'node:timers/promises';
import { PeakSampler } from './peak-sampler.js';

describe('Peak', () => {
  it('reports the greatest sample, the last one included', async () => {
    const values = [3, 9];
    const peak = await PeakSampler.watch(async () => values.shift() ?? 4);
    expect(await peak.end()).toBe(9);
  });

  it('rethrows a failed reading from end() without an unhandled rejection', async () => {
    let calls = 0;
    const peak = await PeakSampler.watch(async () => {
      if (calls++ > 0) throw new Error('the process is gone');
      return 1;
    });
    await setImmediate();
    await expect(peak.end()).rejects.toThrow('the process is gone');
  });
});
