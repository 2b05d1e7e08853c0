import { singleFlight } from './single-flight.js';

describe('singleFlight', () => {
  it('shares the result of concurrent calls, and works anew for later ones', async () => {
    let calls = 0;
    const count = singleFlight(() => Promise.resolve(++calls));
    expect(await Promise.all([count(), count()])).toEqual([1, 1]);
    expect(await count()).toBe(2);
  });

  it('works anew after a failure', async () => {
    let calls = 0;
    const count = singleFlight(() =>
      ++calls === 1 ? Promise.reject(new Error('failed')) : Promise.resolve(calls),
    );
    await expect(Promise.all([count(), count()])).rejects.toThrow('failed');
    expect(await count()).toBe(2);
  });
});
