import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findPhrases } from './lint/plain-words.mjs';

/** The style guide quotes the phrases, and the specification quotes an external text. */
const exempt =
  /^docs\/(code-style\.md|specification)|^scripts\/(lint\/plain-words|plain-words\.test)\.mjs$|^LICENSE/;

test('comments, titles, logs, names and documents use the words of the field', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(ts|tsx|mjs|cjs|js|md|ya?ml)$/.test(path) && !exempt.test(path) && existsSync(path));
  const found = files.flatMap((path) => findPhrases(path, readFileSync(path, 'utf8')));
  assert.deepEqual(found, [], `${found.length} phrases to rewrite`);
});

const offences = [
  ['a comment', 'src/x.ts', '// Whoever asks is told.\nexport const x = 1;\n', 2],
  ['the start of a docstring', 'src/x.ts', '/** What a link opens. */\nexport const x = 1;\n', 1],
  ['a comment after code', 'src/x.ts', 'export const x = 1; // is none of ours\n', 1],
  ['a test title', 'src/x.spec.ts', "it('is told at once', () => {});\n", 1],
  ['a title without an actor', 'src/x.spec.ts', "it('tells nobody else', () => {});\n", 2],
  ['a comment without an owner', 'src/x.ts', '// A row of nobody.\nexport const x = 1;\n', 1],
  ['a log message', 'src/x.ts', "logger.warn({ id }, 'The event was not told');\n", 1],
  ['a name', 'src/x.ts', 'const toldAt = 1;\n', 1],
  ['a document', 'docs/x.md', 'The broker is away.\n', 1],
];
for (const [where, path, text, count] of offences) {
  test(`a private phrase is refused in ${where}`, () => {
    assert.equal(findPhrases(path, text).length, count);
  });
}

test('good English with the same words is not refused', () => {
  assert.deepEqual(
    findPhrases('src/x.ts', '// Nobody can open it: tell the two apart.\nexport const x = 1;\n'),
    [],
  );
});

test('a sentence for users is not checked', () => {
  assert.deepEqual(findPhrases('src/x.tsx', "export const notice = 'You will be told by mail';\n"), []);
});
