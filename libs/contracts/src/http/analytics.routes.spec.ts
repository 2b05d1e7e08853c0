import { visitFilterQuery } from './analytics.routes.js';

describe('visitFilterQuery', () => {
  it.each([
    [{ from: '2026-11-01' }, { from: '2026-11-01T00:00:00.000Z' }],
    [{ to: '2026-11-01' }, { to: '2026-11-02T00:00:00.000Z' }],
    [{ to: '9999-12-31' }, { to: '9999-12-31T00:00:00.000Z' }],
    [{ to: '9999-12-31T23:00:00-14:00' }, { to: '9999-12-31T00:00:00.000Z' }],
    [{ from: '9999-12-31T23:59:59Z' }, { from: '9999-12-31T00:00:00.000Z' }],
    [{ from: '0000-01-01T00:30:00Z' }, { from: '0001-01-01T00:00:00.000Z' }],
    [{ from: '0001-01-01T00:30:00+14:00' }, { from: '0001-01-01T00:00:00.000Z' }],
  ])('reads the bounds %j as instants of the years 1 to 9999', (query, bounds) => {
    expect(visitFilterQuery.parse(query)).toMatchObject(bounds);
  });

  it('reads the id of a link in capitals as the same link', () => {
    const link = '0190a5d4-0000-7000-8000-00000000abcd';
    expect(visitFilterQuery.parse({ link: link.toUpperCase() })).toMatchObject({ link });
  });
});
