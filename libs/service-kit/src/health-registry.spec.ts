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

  it('runs one check of a component for all who ask at the same time', async () => {
    const registry = new HealthRegistry();
    let checks = 0;
    let end = () => {};
    registry.register('bus', () => {
      checks += 1;
      return new Promise((resolve) => (end = resolve));
    });
    const answers = [registry.check(), registry.check(['bus'])];
    end();
    expect(await Promise.all(answers)).toEqual([{ bus: 'ok' }, { bus: 'ok' }]);
    expect(checks).toBe(1);
    const later = registry.check();
    end();
    expect(await later).toEqual({ bus: 'ok' });
    expect(checks).toBe(2);
  });
});
