import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { vulnerabilitiesIn } from './audit.mjs';

/**
 * Each has `advisory` (GHSA-…), `reason` (why it does not affect Waybill) and `until` (date of the next review).
 */
const exceptions = JSON.parse(readFileSync(join(import.meta.dirname, 'audit-exceptions.json'), 'utf8'));
const now = new Date();

test('an exception names the vulnerability, the reason and an end date within half a year', () => {
  for (const { advisory, reason, until } of exceptions) {
    assert.match(advisory, /^GHSA(-[\da-z]{4}){3}$/);
    assert.ok(reason.length > 20, advisory);
    const days = (new Date(until) - now) / 86_400_000;
    assert.ok(days > 0 && days < 184, `${advisory} is excepted until ${until}`);
  }
});

const advisory = {
  name: 'parcel',
  range: '<2.0.0',
  severity: 'moderate',
  title: 'It can be opened by anyone',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
};
const report = { vulnerabilities: { parcel: { via: [advisory] }, van: { via: ['parcel'] } } };
const exception = { advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'Ours are never closed', until: '2026-06-30' };
const before = new Date('2026-06-01');

test('a vulnerability is reported once, with a link to its advisory', () => {
  assert.deepEqual(vulnerabilitiesIn(report, [], before), [
    'parcel <2.0.0: moderate: It can be opened by anyone (https://github.com/advisories/GHSA-aaaa-bbbb-cccc)',
  ]);
});

test('a vulnerability is ignored until its exception ends', () => {
  assert.deepEqual(vulnerabilitiesIn(report, [exception], before), []);
  assert.equal(vulnerabilitiesIn(report, [exception], new Date('2026-07-01')).length, 1);
});

test('only high and critical vulnerabilities of tools are reported', () => {
  assert.deepEqual(vulnerabilitiesIn(report, [], before, { isTool: true }), []);
  const severe = { vulnerabilities: { parcel: { via: [{ ...advisory, severity: 'critical' }] } } };
  assert.equal(vulnerabilitiesIn(severe, [], before, { isTool: true }).length, 1);
});
