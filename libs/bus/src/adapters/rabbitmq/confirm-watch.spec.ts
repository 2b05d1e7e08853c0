import { ConfirmWatch } from './confirm-watch.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function watch() {
  const failures: number[] = [];
  const startedAt = Date.now();
  const watching = new ConfirmWatch(() => failures.push(Date.now() - startedAt));
  return { watching, failures };
}

describe('ConfirmWatch', () => {
  it('reports a message that is not confirmed within two seconds, and again while it is not', () => {
    const { watching, failures } = watch();
    watching.sent();
    jest.advanceTimersByTime(4500);
    expect(failures).toEqual([2000, 4000]);
  });

  it('reports nothing while messages are confirmed, however many there are', () => {
    const { watching, failures } = watch();
    for (let n = 0; n < 100; n++) {
      const settled = watching.sent();
      jest.advanceTimersByTime(1900);
      settled(null);
    }
    expect(failures).toEqual([]);
  });

  it('measures the oldest message that is not confirmed', () => {
    const { watching, failures } = watch();
    const first = watching.sent();
    jest.advanceTimersByTime(1500);
    watching.sent();
    first(null);
    jest.advanceTimersByTime(2500);
    expect(failures).toEqual([3500]);
  });

  it('reports a refused message immediately, and none after it was stopped', () => {
    const { watching, failures } = watch();
    const [first, second] = [watching.sent(), watching.sent()];
    first(new Error('message nacked'));
    watching.stop();
    second(new Error('channel closed'));
    jest.advanceTimersByTime(9000);
    expect(failures).toEqual([0]);
  });
});
