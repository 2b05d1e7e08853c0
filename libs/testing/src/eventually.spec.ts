import { eventually } from './eventually.js';

describe('eventually', () => {
  it('returns the result of the check once it stops throwing', async () => {
    let tries = 0;
    const third = () => {
      tries += 1;
      if (tries < 3) throw new Error('not yet');
      return tries;
    };
    expect(await eventually(third)).toBe(3);
  });

  it('checks often at first, and less often the longer it waits', async () => {
    const times: number[] = [];
    const never = () => {
      times.push(Date.now());
      throw new Error('not yet');
    };
    await expect(eventually(never, { timeoutMs: 1000 })).rejects.toThrow('not yet');
    // With a constant pause of 20 ms there would be 50 calls.
    expect(times.length).toBeLessThan(40);
    expect(times.length).toBeGreaterThan(3);
  });

  it('throws the last error of the check after the timeout', async () => {
    const never = () => Promise.reject(new Error('still not'));
    await expect(eventually(never, { timeoutMs: 50 })).rejects.toThrow('still not');
  });
});
