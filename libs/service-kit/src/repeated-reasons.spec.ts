import { RepeatedReasons } from './repeated-reasons.js';

describe('RepeatedReasons', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('lets an error be logged once in ten seconds, and one with another reason immediately', () => {
    const reasons = new RepeatedReasons();
    const isNew = (message: string) => reasons.isNew(new Error(message));
    expect([isNew('refused'), isNew('refused'), isNew('lost'), isNew('lost')]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    jest.advanceTimersByTime(10_000);
    expect([isNew('lost'), isNew('lost')]).toEqual([true, false]);
  });
});
