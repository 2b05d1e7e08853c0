import { errorCodes } from '../errors.js';
import { allRoutes, codesWithoutRoute, errorsOf, type RouteContract } from './index.js';

describe('the calls of the API', () => {
  it('are told apart by their id, and by method and path', () => {
    const ids = allRoutes.map(({ id }) => id);
    const addresses = allRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('name every code of the catalogue, but for those that are said to belong to none', () => {
    const described = new Set(allRoutes.flatMap(errorsOf));
    const undescribed = errorCodes.filter((code) => !described.has(code));
    expect(undescribed.toSorted()).toEqual(Object.keys(codesWithoutRoute).toSorted());
  });

  describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (_, route) => {
      it('declares what varies in its path', () => {
        const placeholders = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(Object.keys(route.params?.shape ?? {})).toEqual(placeholders);
      });

      it('has examples that fit their schemas', () => {
        for (const { schema, example } of examplesOf(route)) {
          expect(schema.safeParse(example).error).toBeUndefined();
        }
      });
    },
  );
});

/** Every example of a JSON body, with the schema it must fit. */
function examplesOf({ body, responses }: RouteContract) {
  return [body, ...Object.values(responses)].flatMap((part) =>
    part?.schema && part.example !== undefined ? [{ schema: part.schema, example: part.example }] : [],
  );
}
