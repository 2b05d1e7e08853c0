import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const files = globSync('{services,libs}/*/src/**/{migrations/*,*.migration}.ts', { cwd: root }).filter(
  (path) => readFileSync(join(root, path), 'utf8').includes('implements MigrationInterface'),
);

/** Statements that break replicas of the previous version, which keep running during a migration. */
const forbidden = [
  /\bDROP (?!INDEX\b|NOT NULL\b)/i,
  /\bRENAME\b/i,
  /\bTRUNCATE\b/i,
  /\bSET NOT NULL\b/i,
  /\bALTER COLUMN \S+ (SET DATA )?TYPE\b/i,
  /\bADD COLUMN (?![^,;]*\bDEFAULT\b)[^,;]*\bNOT NULL\b/i,
];
/** Comment that allows a migration to remove something that the previous version does not use any more. */
const excused = /\/\/ Unused since \d+\.\d+\.\d+: /;

/** Comment that allows a column to be null: it says what the previous version does with such rows. */
const toleratesNull = /\/\/ The previous version \w+ (?:out )?rows with this null: /;

/** The body of `up`. */
function upOf(text) {
  return text.slice(text.indexOf('async up('), text.indexOf('async down('));
}

/** A migration that is older than the rule. It creates an index on a table that it filled itself. */
const beforeTheRule = /1795219200001-create-payments\.ts$/;
/** Comment that allows a migration to block writes to a small table. */
const isSmall = /\/\/ Blocks writes to \w+ only briefly: /;

/**
 * CREATE INDEX blocks all writes to a table until it is done. On an existing table it must run CONCURRENTLY:
 * outside a transaction, and after removing the invalid index that an interrupted attempt leaves.
 * @returns the problems with the indexes of a migration
 */
function indexOffences(text) {
  const up = upOf(text);
  if (isSmall.test(up)) return [];
  const created = new Set(
    [...up.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(([, table]) => table),
  );
  const indexes = up.matchAll(
    /CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?(?:IF NOT EXISTS )?(\w+)\s+ON (?:ONLY )?(\w+)/gi,
  );
  return [...indexes].flatMap(([, concurrently, index, table]) => {
    if (!concurrently) return created.has(table) ? [] : [`${index} blocks writes to ${table}`];
    return [
      ...(/\btransaction = false\b/.test(text) ? [] : [`${index} cannot be created in a transaction`]),
      ...(new RegExp(`DROP INDEX CONCURRENTLY IF EXISTS ${index}\\b`, 'i').test(up)
        ? []
        : [`${index} may be left over, invalid, from an interrupted attempt`]),
    ];
  });
}

/** @returns the statements that break replicas of the previous version */
function offences(text) {
  const up = upOf(text);
  if (excused.test(up)) return [];
  const dropped = toleratesNull.test(up) ? [] : [/\bDROP NOT NULL\b/i];
  return [...forbidden, ...dropped].filter((pattern) => pattern.test(up)).map(String);
}

test('every migration can be reverted', () => {
  assert.ok(files.length >= 15);
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    assert.match(text, /async up\(/, file);
    assert.match(text, /async down\(/, file);
  }
});

test('migrations only add, so that replicas of the previous version keep working', () => {
  for (const file of files) assert.deepEqual(offences(readFileSync(join(root, file), 'utf8')), [], file);
});

test('a migration that removes, renames or constrains something existing is refused', () => {
  const migration = (sql) => `async up(runner) { ${sql} } async down(runner) { DROP TABLE one }`;
  for (const sql of [
    'ALTER TABLE one DROP COLUMN two',
    'ALTER TABLE one RENAME COLUMN two TO three',
    'ALTER TABLE one ALTER COLUMN two SET NOT NULL',
    'ALTER TABLE one ALTER COLUMN two DROP NOT NULL',
    'ALTER TABLE one ALTER COLUMN two TYPE bigint',
    'ALTER TABLE one ADD COLUMN two text NOT NULL',
  ]) {
    assert.notDeepEqual(offences(migration(sql)), [], sql);
    assert.deepEqual(offences(migration(`// Unused since 0.2.0: nobody reads it\n${sql}`)), []);
  }
  assert.deepEqual(offences(migration("ALTER TABLE one ADD COLUMN two text NOT NULL DEFAULT ''")), []);
  const tolerated = '// The previous version ignores rows with this null: it joins two';
  assert.deepEqual(offences(migration(`${tolerated}\nALTER TABLE one ALTER COLUMN two DROP NOT NULL`)), []);
});

test('indexes on existing tables are created without blocking writes', () => {
  for (const file of files.filter((path) => !beforeTheRule.test(path)))
    assert.deepEqual(indexOffences(readFileSync(join(root, file), 'utf8')), [], file);
});

test('an index that blocks writes, or cannot be created again after an interruption, is refused', () => {
  const migration = (sql, more = '') => `${more} async up(runner) { ${sql} } async down(runner) {}`;
  assert.deepEqual(indexOffences(migration('CREATE INDEX two_by_one ON two (one)')), [
    'two_by_one blocks writes to two',
  ]);
  assert.deepEqual(
    indexOffences(migration('CREATE TABLE two (one int); CREATE INDEX two_by_one ON two (one)')),
    [],
  );
  assert.deepEqual(
    indexOffences(
      migration('// Blocks writes to two only briefly: one row for each plan\nCREATE INDEX a ON two (one)'),
    ),
    [],
  );
  assert.equal(indexOffences(migration('CREATE UNIQUE INDEX CONCURRENTLY a ON two (one)')).length, 2);
  const sound = 'DROP INDEX CONCURRENTLY IF EXISTS a; CREATE INDEX CONCURRENTLY a ON two (one)';
  assert.deepEqual(indexOffences(migration(sound, 'transaction = false;')), []);
});

test('a service runs its migrations in the order in which it lists them', () => {
  for (const file of globSync('services/*/src/**/*.database.ts', { cwd: root })) {
    const list = /migrations: \[([^\]]*)\]/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
    const times = [...list.matchAll(/\w+?(\d{13})/g)].map(([, time]) => Number(time));
    assert.ok(times.length > 0, file);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
      file,
    );
  }
});

test('a migration has the name of its file, so that it cannot run twice under another name', () => {
  for (const file of files.filter((path) => path.includes('/migrations/'))) {
    const [, time, words] = /^(\d{13})-(.+)\.ts$/.exec(basename(file)) ?? [];
    const name = words?.replaceAll(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase());
    assert.match(readFileSync(join(root, file), 'utf8'), new RegExp(`class ${name}${time} implements`), file);
  }
});
