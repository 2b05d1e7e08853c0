import { Lanes } from './lanes.js';

describe('lanes', () => {
  it('run one work after the other, however the one before ended', async () => {
    const lanes = new Lanes();
    const steps: string[] = [];
    const first = lanes.run('a', async () => {
      await Promise.resolve();
      steps.push('first');
      throw new Error('failed');
    });
    const second = lanes.run('a', () => Promise.resolve(steps.push('second')));
    await expect(first).rejects.toThrow('failed');
    await expect(second).resolves.toBe(2);
    expect(steps).toEqual(['first', 'second']);
  });

  it('do not wait for each other', async () => {
    const lanes = new Lanes();
    let open: () => void = () => undefined;
    const held = lanes.run('a', () => new Promise<void>((resolve) => (open = resolve)));
    await expect(lanes.run('b', () => Promise.resolve('done'))).resolves.toBe('done');
    open();
    await held;
  });
});
