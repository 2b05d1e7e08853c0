import { HealthRegistry } from '@waybill/service-kit';
import { checkReadiness } from './readiness.js';

const components = ['database', 'bus', 'jobs', 'storage', 'mail', 'virus-scan'];

function registryWithout(unavailable: string): HealthRegistry {
  const registry = new HealthRegistry();
  for (const name of components) {
    registry.register(name, () =>
      name === unavailable ? Promise.reject(new Error('unavailable')) : Promise.resolve(),
    );
  }
  return registry;
}

describe('checkReadiness', () => {
  it.each([
    ['service', undefined, 'database', 'down'],
    ['service', undefined, 'bus', 'down'],
    ['service', undefined, 'jobs', 'ok'],
    ['service', undefined, 'storage', 'ok'],
    ['service', undefined, 'mail', 'ok'],
    ['service', undefined, 'virus-scan', 'ok'],
    ['worker', 'worker', 'database', 'down'],
    ['worker', 'worker', 'bus', 'down'],
    ['worker', 'worker', 'jobs', 'down'],
    ['worker', 'worker', 'storage', 'down'],
    ['worker', 'worker', 'mail', 'ok'],
  ] as const)('reports a %s without %3$s as %4$s', async (_name, role, unavailable, expected) => {
    const statuses = await checkReadiness(registryWithout(unavailable), role);
    const status = Object.values(statuses).includes('down') ? 'down' : 'ok';
    expect(status).toBe(expected);
  });

  it('ignores a required component that the process does not use', async () => {
    const registry = new HealthRegistry();
    registry.register('database', () => Promise.resolve());
    expect(await checkReadiness(registry, 'worker')).toEqual({ database: 'ok' });
  });
});
