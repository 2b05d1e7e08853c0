import { allRoutes, routeGates } from './index.js';

const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const withParameter = allRoutes.filter(({ path }) => path.includes('{'));

describe('routeGates', () => {
  it.each(withParameter.map((route) => [addressOf(route), route] as const))(
    'classifies %s, and agrees with its declared access',
    (address, { access }) => {
      expect(Object.keys(routeGates)).toContain(address);
      if (routeGates[address] === 'gates') expect(access).toBe('anyone');
      if (routeGates[address] === 'owner') expect(access).not.toBe('anyone');
    },
  );

  it('the access table has no row without a route', () => {
    expect(Object.keys(routeGates).toSorted()).toEqual(withParameter.map(addressOf).toSorted());
  });
});
