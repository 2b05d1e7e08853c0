import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript-eslint';

const root = join(import.meta.dirname, '../..');
const CONFIGURATION = '.oxlintrc.json';
/** Nest declares the shapes of its options as classes. */
const OFF = ['no-unsafe-class-instance-assignment'];

test('lint checks every rule on types of the strict set', async () => {
  const { rules } = JSON.parse(await readFile(join(root, CONFIGURATION), 'utf8'));
  const strict = Object.assign({}, ...ts.configs.strictTypeChecked.map((config) => config.rules));
  const onTypes = Object.keys(strict)
    .filter((rule) => strict[rule] !== 'off')
    .map((rule) => rule.replace('@typescript-eslint/', ''))
    .filter((name) => ts.plugin.rules[name]?.meta.docs.requiresTypeChecking && !OFF.includes(name));
  assert.ok(onTypes.length > 40);
  assert.deepEqual(Object.keys(rules).sort(), onTypes.map((name) => `typescript/${name}`).sort());
});

test('lint refuses a promise that nothing awaits', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-oxlint-'));
  context.after(() => rm(folder, { recursive: true }));
  await copyFile(join(root, CONFIGURATION), join(folder, CONFIGURATION));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
  await writeFile(
    join(folder, 'x.ts'),
    'export const x = (promise: Promise<void>): void => {\n  promise;\n};\n',
  );
  const oxlint = [join(root, 'node_modules/.bin/oxlint'), '-c', CONFIGURATION, 'x.ts'];
  const { status, stdout } = spawnSync(process.execPath, oxlint, { cwd: folder, encoding: 'utf8' });
  assert.match(stdout, /typescript\(no-floating-promises\)/);
  assert.equal(status, 1);
});
