import { settlesWithin, withTimeout } from './with-timeout.js';

const never = new Promise<never>(() => undefined);
const late = () => new Error('too late');

describe('withTimeout', () => {
  it('resolves with the value of work that ends in time', async () => {
    await expect(withTimeout(60_000, Promise.resolve(1), late)).resolves.toBe(1);
    await expect(withTimeout(Infinity, Promise.resolve(1), late)).resolves.toBe(1);
  });

  it('rejects with the error of work that fails in time', async () => {
    await expect(withTimeout(60_000, Promise.reject(new Error('no')), late)).rejects.toThrow('no');
  });

  it('rejects with the given error after the timeout', async () => {
    await expect(withTimeout(5, never, late)).rejects.toThrow('too late');
  });
});

describe('settlesWithin', () => {
  it('work has settled in time though some of it failed', async () => {
    await expect(settlesWithin(60_000, [Promise.resolve(), Promise.reject(new Error('no'))])).resolves.toBe(
      true,
    );
  });

  it('work has not settled in time after the timeout', async () => {
    await expect(settlesWithin(5, [Promise.resolve(), never])).resolves.toBe(false);
  });
});
