import { HealthRegistry } from './health-registry.js';

describe('the health registry', () => {
  it('tells of each component whether it answers', async () => {
    const registry = new HealthRegistry();
    registry.register('well', () => Promise.resolve());
    registry.register('broken', () => Promise.reject(new Error('down')));
    expect(await registry.check()).toEqual({ well: 'ok', broken: 'down' });
  });

  it('does not wait for one that never answers', async () => {
    jest.useFakeTimers();
    const registry = new HealthRegistry();
    registry.register('silent', () => new Promise(() => undefined));
    const status = registry.check();
    await jest.advanceTimersByTimeAsync(2000);
    expect(await status).toEqual({ silent: 'down' });
    jest.useRealTimers();
  });
});
