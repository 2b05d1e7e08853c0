import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/**
 * A subquery that locks rows, joined by `IN`. While the table looks empty to the planner, it may choose a nested loop
 * that runs the subquery again for each row, which takes minutes for a backlog. `= ANY (ARRAY(SELECT …))` runs the
 * subquery once in every plan.
 */
const LOCKS_IN_A_JOIN = /\bIN\s*\(\s*SELECT\b(?:(?!`)[\s\S])*?\bFOR (?:NO KEY )?UPDATE\b/i;

test('no statement joins rows that it locks by IN, so that its cost does not depend on the planner', () => {
  const offences = globSync('{libs,services,operator}/*/src/**/*.ts', { cwd: root }).filter((path) =>
    LOCKS_IN_A_JOIN.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(offences, []);
});

test('finds a selection with locks in a join', () => {
  const statement = 'DELETE FROM a WHERE id IN (SELECT id FROM a LIMIT 1 FOR UPDATE SKIP LOCKED)';
  assert.match(statement, LOCKS_IN_A_JOIN);
  assert.doesNotMatch(statement.replace('IN (', '= ANY (ARRAY('), LOCKS_IN_A_JOIN);
});
