import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Totals } from './totals.mjs';

test('the totals add up the counts of Jest and of Node', () => {
  const totals = new Totals();
  totals.add('Tests:       1 failed, 2 skipped, 3 passed, 6 total\n');
  totals.add('ℹ pass 4\nℹ fail 0\nℹ skipped 1\n');
  assert.deepEqual([totals.passed, totals.failed, totals.skipped], [7, 1, 3]);
});

test('a retried test is named and counted in the last line', () => {
  const totals = new Totals();
  totals.add('Retried: src/a.spec.ts › a mail is sent\n');
  assert.match(String(totals), /src\/a\.spec\.ts › a mail is sent\nRetried tests: 1\n$/);
});

test('the totals keep the sentences about missing programs', () => {
  const totals = new Totals();
  totals.add('Installing minio …\nMissing: minio could not be built.\n');
  assert.deepEqual(totals.missing, ['minio could not be built.']);
});

test('a failed test is named in the closing lines', () => {
  const totals = new Totals();
  totals.add(
    'Failed: src/a.spec.ts › a mail is sent\nFailed: src/a.spec.ts › a mail is sent\n✖ compose (8 ms)\n',
  );
  assert.match(
    String(totals),
    /^ {2}failed: src\/a\.spec\.ts › a mail is sent\n {2}failed: compose \(8 ms\)\n0 passed/,
  );
});

test('tests that failed with the same error are listed a few times', () => {
  const totals = new Totals();
  for (const name of ['a', 'b', 'c', 'd', 'e']) totals.add(`Failed: x.e2e.ts › ${name} ⇒ Error: no server\n`);
  const shown = String(totals);
  assert.match(shown, /failed: x\.e2e\.ts › c ⇒ Error: no server\n {2}failed: 2 more ⇒ Error: no server\n/);
  assert.doesNotMatch(shown, /› d/);
});

test('a step whose failed files passed in a second run counts its failures as retries', () => {
  const totals = new Totals();
  totals.addRepeated('Tests: 2 failed, 3 passed, 5 total\nFailed: x.e2e.ts › a ⇒ Error: no server\n');
  assert.deepEqual([totals.passed, totals.failed], [5, 0]);
  assert.match(String(totals), /retried: .*› a .*\(its file ran again\)\nRetried tests: 1\n$/);
});
