import { randomUUID } from 'node:crypto';
import { refusalOfMarker, refusalOfUnmarked } from './cleanup.policy.js';

describe('refusalOfUnmarked', () => {
  it.each([
    ['a new store by a new database', { named: 0, unnamed: 0, hasFiles: false }, null],
    ['a store that an earlier version filled', { named: 10, unnamed: 2, hasFiles: true }, null],
    ['as many orphans as files', { named: 1, unnamed: 1, hasFiles: true }, null],
    ['an empty database on a filled store', { named: 0, unnamed: 1, hasFiles: false }, 'unknown-objects'],
    ['mostly unknown objects', { named: 10, unnamed: 11, hasFiles: true }, 'unknown-objects'],
    ['an empty store by a database with files', { named: 0, unnamed: 0, hasFiles: true }, 'no-objects'],
  ] as const)('returns the verdict for %s', (_case, census, expected) => {
    expect(refusalOfUnmarked(census)).toBe(expected);
  });
});

describe('refusalOfMarker', () => {
  const row = {
    id: randomUUID(),
    token: randomUUID(),
    previousToken: randomUUID(),
    rotatedAt: new Date(),
    place: 'server/1',
    orphansRefusedAt: null,
  };

  it.each([
    ['the current token', { installation: row.id, token: row.token }, null],
    ['the previous token', { installation: row.id, token: row.previousToken }, null],
    ['a token of another copy', { installation: row.id, token: randomUUID() }, 'other-copy'],
    ['another installation', { installation: randomUUID(), token: row.token }, 'other-installation'],
    ['nothing readable', 'unreadable', 'unreadable-marker'],
  ] as const)('returns the verdict for a marker with %s', (_case, marker, expected) => {
    expect(refusalOfMarker(marker, row, 'server/1')).toBe(expected);
  });

  it('refuses any marker to a database without an installation', () => {
    expect(refusalOfMarker({ installation: row.id, token: row.token }, null, 'server/1')).toBe(
      'other-installation',
    );
  });

  it('refuses a marker of this database to a copy of it at another place', () => {
    const marker = { installation: row.id, token: row.token };
    expect(refusalOfMarker(marker, row, 'server/2')).toBe('moved-database');
    expect(refusalOfMarker(marker, { ...row, place: null }, 'server/2')).toBeNull();
  });
});
