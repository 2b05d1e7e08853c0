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

/**
 * Migrations that are older than the rule of `longLocks`. docs/operations/upgrade.md says what waits for them. The
 * tables of the last three have few rows.
 */
const beforeTheRuleOfLocks = [
  '1795325100000-more-previews.ts',
  '1795392000000-protect-accounts.ts',
  '1795590000000-count-files-of-owners.ts',
  '1795665600000-delete-mails-of-codes.ts',
  '1795219200001-create-payments.ts',
  '1795323789000-time-visits.ts',
  '1795790100000-report-empty-bundles.ts',
];

/**
 * ALTER TABLE and CREATE TRIGGER lock a table until their transaction ends. Work on all rows of that table belongs in a
 * transaction of its own: in a later migration, or with `transaction = false` in a query of its own.
 * @returns the tables that a transaction of the migration locks and works through
 */
function longLocks(text) {
  const up = upOf(text).replaceAll(/\$\$.*?\$\$/gs, '');
  const transactions = /\btransaction = false\b/.test(text) ? up.split('.query(') : [up];
  return transactions.flatMap((sql) => {
    const tables = (pattern) => [...sql.matchAll(pattern)].map(([, table]) => table);
    const created = new Set(tables(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi));
    const locked = new Set([
      ...tables(/ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+)/gi),
      ...tables(/CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER \w+ [^;]*?\bON (\w+)/gi),
    ]);
    const copies = [...sql.matchAll(/INSERT INTO (\w+)[^;`]*?\bSELECT\b[^;`]*/gi)];
    const worked = [
      ...tables(/\bUPDATE (?:ONLY )?(\w+)(?: (?:AS )?\w+)? SET\b/gi),
      ...tables(/\bDELETE FROM (?:ONLY )?(\w+)/gi),
      ...copies.flatMap(([copy, target]) => [
        target,
        ...[...copy.matchAll(/\b(?:FROM|JOIN) (\w+)/gi)].map(([, table]) => table),
      ]),
    ];
    return [...new Set(worked)].filter((table) => locked.has(table) && !created.has(table));
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

test('no migration works through a table while it locks it', () => {
  const offenders = files.filter((path) => longLocks(readFileSync(join(root, path), 'utf8')).length > 0);
  assert.deepEqual(offenders.map((path) => basename(path)).sort(), beforeTheRuleOfLocks.toSorted());
});

test('a migration that works through a table which it locks is refused', () => {
  const migration = (sql, more = '') => `${more} async up(runner) { ${sql} } async down(runner) {}`;
  const alter = 'ALTER TABLE two ADD COLUMN three int;';
  for (const work of [
    'UPDATE two SET three = 1',
    'DELETE FROM two WHERE one IS NULL',
    'INSERT INTO two (one) SELECT one FROM four',
    'INSERT INTO four SELECT one, count(*) FROM five JOIN two USING (one)',
  ]) {
    assert.deepEqual(longLocks(migration(`${alter} ${work}`)), ['two'], work);
    assert.deepEqual(longLocks(migration(`CREATE TABLE two (one int); ${alter} ${work}`)), [], work);
    assert.deepEqual(longLocks(migration(work)), [], work);
    const apart = `runner.query('${alter}'); runner.query('${work}')`;
    assert.deepEqual(longLocks(migration(apart)), ['two'], work);
    assert.deepEqual(longLocks(migration(apart, 'transaction = false;')), [], work);
  }
  const trigger = 'CREATE TRIGGER three AFTER UPDATE OF one ON two FOR EACH ROW EXECUTE FUNCTION four();';
  assert.deepEqual(longLocks(migration(`${trigger} UPDATE two SET one = one`)), ['two']);
  assert.deepEqual(longLocks(migration(`${alter} INSERT INTO two VALUES (1)`)), []);
  const body = 'CREATE FUNCTION four() RETURNS trigger AS $$ BEGIN UPDATE two SET one = 1; END $$;';
  assert.deepEqual(longLocks(migration(`${body} ${trigger}`)), []);
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
