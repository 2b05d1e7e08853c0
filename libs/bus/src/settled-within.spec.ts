import { settledWithin } from './settled-within.js';

describe('waiting for work to settle', () => {
  it('ends with the work, even where that fails', async () => {
    await expect(settledWithin(60_000, [Promise.resolve(), Promise.reject(new Error('no'))])).resolves.toBe(
      true,
    );
  });

  it('ends when its time is over', async () => {
    await expect(settledWithin(5, [new Promise(() => undefined)])).resolves.toBe(false);
  });
});
