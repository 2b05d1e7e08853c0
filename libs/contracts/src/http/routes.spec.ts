import { errorCodes } from '../errors.js';
import { countLinkDownload } from '../requests/links.requests.js';
import { allRoutes, codesWithoutRoute, errorsOf, type RouteContract } from './index.js';

describe('allRoutes', () => {
  it('all routes that read a query describe its refusal', () => {
    const reading = allRoutes.filter(({ query }) => query);
    expect(reading.map(({ id }) => id)).toEqual(expect.arrayContaining(['findLink', 'watchLive']));
    for (const route of reading) expect([route.id, ...errorsOf(route)]).toContain('request.invalid');
  });

  it('all routes about files and links describe the refusal of an unknown access token', () => {
    const reading = allRoutes.filter(({ group }) => group === 'files' || group === 'links');
    expect(reading.map(({ scope }) => scope)).toContain('public');
    for (const route of reading) expect([route.id, ...errorsOf(route)]).toContain('auth.invalid-token');
  });

  it('all routes that answer 304 describe If-None-Match and the ETag', () => {
    const cached = allRoutes.filter(({ responses }) => 304 in responses);
    expect(cached.map(({ id }) => id)).toContain('qrCode');
    for (const { id, headers, responses } of cached) {
      expect([id, ...Object.keys(headers?.shape ?? {})]).toContain('if-none-match');
      for (const response of Object.values(responses))
        expect([id, ...Object.keys(response.headers ?? {})]).toContain('ETag');
    }
  });

  it('all downloads that count towards the limit of a link name the request that counts them', () => {
    const counted = allRoutes.filter(({ requests }) => requests.includes(countLinkDownload));
    expect(counted.map(({ id }) => id)).toEqual(expect.arrayContaining(['download', 'downloadBundle']));
  });

  it('the routes that take a token in the address describe it', () => {
    const takers = ['getFile', 'getFileMetadata', 'getBundle', 'download', 'downloadBundle', 'getLink'];
    const described = allRoutes.filter(({ query }) => 'token' in (query?.shape ?? {}));
    expect(described.map(({ id }) => id)).toEqual(expect.arrayContaining(takers));
  });

  it('routes have unique ids, and unique pairs of method and path', () => {
    const ids = allRoutes.map(({ id }) => id);
    const addresses = allRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it('no route repeats an error that follows from its requests and schemas', () => {
    for (const { errors = [], ...route } of allRoutes) {
      const derived = errorsOf(route);
      expect([route.id, ...errors.filter((code) => derived.includes(code))]).toEqual([route.id]);
    }
  });

  it('covers every error code of the catalogue except codesWithoutRoute', () => {
    const described = new Set(allRoutes.flatMap(errorsOf));
    const undescribed = errorCodes.filter((code) => !described.has(code));
    expect(undescribed.toSorted()).toEqual(Object.keys(codesWithoutRoute).toSorted());
  });

  describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    (_, route) => {
      it('declares its path parameters', () => {
        const placeholders = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect(Object.keys(route.params?.shape ?? {})).toEqual(placeholders);
      });

      it('the route has examples that match its schemas', () => {
        for (const { schema, example } of examplesOf(route)) {
          expect(schema.safeParse(example).error).toBeUndefined();
        }
      });
    },
  );
});

/** Returns all examples of JSON bodies with their schemas. */
function examplesOf({ body, responses }: RouteContract) {
  return [body, ...Object.values(responses)].flatMap((part) =>
    part?.schema && part.example !== undefined ? [{ schema: part.schema, example: part.example }] : [],
  );
}
