import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** The packages that a server consists of. */
const packages = ['gateway', 'libs', 'operator', 'services', 'standalone'];

/** Tests and migrations. A table that several services have is created by a migration of the same name in each. */
const exempt = /\.(spec|contract|fault)\.ts$|\/testing\/|^libs\/testing\/|\/migrations\//;

test('no two files of the server export a class of the same name', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...packages.map((name) => `${name}/**/*.ts`)],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  assert.ok(files.length > 1000);
  assert.deepEqual(ambiguousClasses(files), []);
});

const [inAuth, inFiles] = ['services/auth/src/x/x.consumer.ts', 'services/files/src/x/x.consumer.ts'];
const offences = [
  ['consumers of two services', inAuth, inFiles, 'export class PlanConsumer {'],
  ['abstract classes', 'libs/bus/src/x.ts', 'gateway/src/x.ts', 'export abstract class Port {'],
  ['modules of two services', inAuth, inFiles, '@Module({}) export class LinkModule {'],
];
for (const [what, one, other, text] of offences) {
  test(`${what} with the same name are refused`, () => {
    const files = [one, other].map((path) => [path, text]);
    assert.equal(ambiguousClasses(files).length, 1);
  });
}

test('a module of the gateway may have the name of the one that answers its routes', () => {
  const text = 'export class LinksModule {}';
  const paths = ['gateway/src/links/links.module.ts', 'services/files/src/links/links.module.ts'];
  assert.deepEqual(ambiguousClasses(paths.map((path) => [path, text])), []);
});

test('classes of tests are not compared', () => {
  const text = 'export class PlanConsumer {}';
  const paths = [inAuth, 'services/files/src/x/x.spec.ts', 'services/files/src/testing/x.ts'];
  assert.deepEqual(ambiguousClasses(paths.map((path) => [path, text])), []);
});

/** @param {string[][]} files pairs of path and text */
function ambiguousClasses(files) {
  const pathsOf = new Map();
  for (const [path, text] of files.filter(([path]) => !exempt.test(path))) {
    for (const [, name] of text.matchAll(/\bexport (?:default )?(?:abstract )?class (\w+)/g)) {
      pathsOf.set(name, [...(pathsOf.get(name) ?? []), path]);
    }
  }
  return [...pathsOf]
    .filter(([name, paths]) => paths.length > 1 && !(name.endsWith('Module') && isRouted(paths)))
    .map(([name, paths]) => `${name}: ${paths.join(', ')}`);
}

/** Whether the paths are a module with routes in the gateway and one module that answers them. */
function isRouted(paths) {
  return paths.length === 2 && paths.filter((path) => path.startsWith('gateway/')).length === 1;
}
