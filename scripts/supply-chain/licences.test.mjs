import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as policy from './licence-policy.mjs';
import { forbiddenAmong, packagesOf } from './licences.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const packages = packagesOf(JSON.parse(read('package-lock.json')));
const product = { name: 'parcel', version: '1.0.0', isTool: false };

test('every package that Waybill is made of, or with, has a licence that allows it', () => {
  assert.ok(packages.length > 500);
  assert.deepEqual(forbiddenAmong(packages, policy), []);
});

for (const [licence, isTool, isForbidden] of [
  ['MIT', false, false],
  ['AGPL-3.0-only', false, true],
  ['AGPL-3.0-only', true, true],
  ['GPL-3.0-or-later', false, true],
  ['BUSL-1.1', false, true],
  ['SEE LICENSE IN LICENSE.md', false, true],
  [undefined, false, true],
  ['MPL-2.0', false, true],
  ['MPL-2.0', true, false],
  ['(GPL-2.0-only OR MIT)', false, false],
  ['(GPL-2.0-only AND MIT)', false, true],
  ['LGPL-3.0-or-later', false, true],
]) {
  test(`${licence ?? 'no licence'} is ${isForbidden ? 'refused' : 'allowed'} in ${isTool ? 'a tool' : 'the product'}`, () => {
    assert.equal(forbiddenAmong([{ ...product, licence, isTool }], policy).length === 1, isForbidden);
  });
}

test('no exception and no clarification is left of a package that went', () => {
  const names = packages.map(({ name }) => name);
  for (const { packages: pattern } of policy.exceptions) {
    assert.ok(
      names.some((name) => pattern.test(name)),
      String(pattern),
    );
  }
  for (const name of Object.keys(policy.clarifications)) assert.ok(names.includes(name), name);
});

test('what asks to be named is named', () => {
  const notices = read('THIRD-PARTY.md');
  for (const { licence } of policy.exceptions) assert.ok(notices.includes(licence), licence);
  // What its licence asks for, word for word.
  const geolocation =
    'This product includes GeoLite2 data created by MaxMind, available from https://www.maxmind.com.';
  assert.ok(notices.includes(geolocation));
});
