import { randomUUID } from 'node:crypto';
import { refusalOfMarker, refusalOfUnmarked } from './cleanup.policy.js';

const here = { system: '7612', database: '16384', folder: '/var/lib/postgresql/data' };

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
    place: JSON.stringify(here),
    serverStart: '1',
    orphansRefusedAt: null,
  };

  it.each([
    ['the current token', { installation: row.id, token: row.token }, null],
    ['the previous token', { installation: row.id, token: row.previousToken }, null],
    ['a token of another copy', { installation: row.id, token: randomUUID() }, 'other-copy'],
    ['another installation', { installation: randomUUID(), token: row.token }, 'other-installation'],
    ['nothing readable', 'unreadable', 'unreadable-marker'],
  ] as const)('returns the verdict for a marker with %s', (_case, marker, expected) => {
    expect(refusalOfMarker(marker, row, here, false)).toBe(expected);
  });

  it('refuses any marker to a database without an installation', () => {
    expect(refusalOfMarker({ installation: row.id, token: row.token }, null, here, false)).toBe(
      'other-installation',
    );
  });

  const marker = { installation: row.id, token: row.token };

  it.each([
    ['server', { system: '7613' }],
    ['database', { database: '16385' }],
    ['data folder', { folder: '/srv/staging/data' }],
  ])('refuses a marker of this database to a copy of it with another %s', (_part, difference) => {
    expect(refusalOfMarker(marker, row, { ...here, ...difference }, false)).toBe('moved-database');
  });

  it.each([
    ['did not see the system identifier before', { system: null }, here],
    ['did not see the data folder before', { folder: null }, here],
    ['does not see the system identifier any more', here, { system: null }],
    ['does not see the data folder any more', here, { folder: null }],
  ])('takes a database for the same whose user %s', (_case, before, now) => {
    const place = JSON.stringify({ ...here, ...before });
    expect(refusalOfMarker(marker, { ...row, place }, { ...here, ...now }, false)).toBeNull();
  });

  it('recognises a copy by any part although another is unknown', () => {
    const place = JSON.stringify({ ...here, system: null });
    expect(refusalOfMarker(marker, { ...row, place }, { ...here, database: '1' }, false)).toBe(
      'moved-database',
    );
  });

  it('lets a data folder be moved together with its objects', () => {
    expect(refusalOfMarker(marker, row, { ...here, folder: '/mnt/new' }, true)).toBeNull();
  });

  it.each([null, '7612/16384'])('takes any place for the same as %j', (place) => {
    expect(refusalOfMarker(marker, { ...row, place }, { ...here, database: '1' }, false)).toBeNull();
  });
});
