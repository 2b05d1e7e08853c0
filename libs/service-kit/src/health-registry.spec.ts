import { HealthRegistry } from './health-registry.js';

describe('HealthRegistry', () => {
  it('reports each component as ok or down', async () => {
    const registry = new HealthRegistry();
    registry.register('available', () => Promise.resolve());
    registry.register('broken', () => Promise.reject(new Error('down')));
    expect(await registry.check()).toEqual({ available: 'ok', broken: 'down' });
  });

  it('reports a component as down when its check takes over two seconds', async () => {
    jest.useFakeTimers();
    const registry = new HealthRegistry();
    registry.register('silent', () => new Promise(() => undefined));
    const status = registry.check();
    await jest.advanceTimersByTimeAsync(2000);
    expect(await status).toEqual({ silent: 'down' });
    jest.useRealTimers();
  });
});
