import { repeatDuring } from './repeat-during.js';

describe('repeatDuring', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each(['resolves', 'rejects'])('repeats an action until the work %s, and not afterwards', async (how) => {
    const action = jest.fn(() => Promise.resolve());
    const work = Promise.withResolvers<string>();
    const result = repeatDuring(30, action, () => work.promise).catch(String);
    jest.advanceTimersByTime(90);
    expect(action).toHaveBeenCalledTimes(3);
    if (how === 'resolves') work.resolve('done');
    else work.reject('failed');
    await expect(result).resolves.toBe(how === 'resolves' ? 'done' : 'failed');
    jest.advanceTimersByTime(90);
    expect(action).toHaveBeenCalledTimes(3);
  });
});
