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

test('every package that Waybill contains or is built with has an allowed licence', () => {
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

test('every exception and clarification applies to an installed package', () => {
  const names = packages.map(({ name }) => name);
  for (const { packages: pattern } of policy.exceptions) {
    assert.ok(
      names.some((name) => pattern.test(name)),
      String(pattern),
    );
  }
  for (const name of Object.keys(policy.clarifications)) assert.ok(names.includes(name), name);
});

test('THIRD-PARTY.md names the packages whose licences require it', () => {
  const notices = read('THIRD-PARTY.md');
  for (const { licence } of policy.exceptions) assert.ok(notices.includes(licence), licence);
  // The attribution that its licence requires, word for word.
  const geolocation =
    'This product includes GeoLite2 data created by MaxMind, available from https://www.maxmind.com.';
  assert.ok(notices.includes(geolocation));
});
