import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const rootPackage = read(join(root, 'package.json'));
const builtin = new Set(builtinModules);

/** Files that no production process loads: tests, their helpers and the configuration of tools. */
const developmentFiles =
  /\.(spec|test|contract|fault)\.|(^|\/)(contract|testing|test|build-plugins)\/|-under-test\.|(^|\/)[\w.]+\.(config|setup)\.|jest-/;
/** Workspaces with development files only. */
const developmentTags = ['type:testing', 'type:test'];

const workspaces = rootPackage.workspaces.flatMap((pattern) =>
  globSync(join(pattern, 'package.json'), { cwd: root }).map((path) => describe(join(root, path, '..'))),
);

function describe(folder) {
  const { name, nx, scripts, dependencies = {}, devDependencies = {} } = read(join(folder, 'package.json'));
  return {
    name,
    isDevelopment: nx.tags.some((tag) => developmentTags.includes(tag)),
    dependencies: Object.keys(dependencies),
    devDependencies: Object.keys(devDependencies),
    ...importsOf(folder, name, JSON.stringify(scripts)),
  };
}

/**
 * Packages that the workspace's files import, and the text of files that may name packages without importing them.
 */
function importsOf(folder, own, scripts) {
  const production = new Set();
  const development = new Set();
  /** Imported by production files for more than types, which the build erases. */
  const loaded = new Set();
  let settings = scripts;
  const exclude = (name) => ['node_modules', 'dist', 'coverage'].includes(name.split('/').at(-1));
  for (const file of globSync('**/*.{ts,tsx,mjs,cjs}', { cwd: folder, exclude })) {
    const text = readFileSync(join(folder, file), 'utf8');
    const found = developmentFiles.test(file) ? development : production;
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const name = packageOf(fileName);
      if (name !== null && name !== own) found.add(name);
    }
    const withoutTypes = text.replace(/^import type [^;]*;/gm, '');
    for (const { fileName } of ts.preProcessFile(withoutTypes, true, true).importedFiles)
      if (found === production) loaded.add(packageOf(fileName));
    // Files of a package that are read from disk.
    for (const [, specifier] of text.matchAll(/require\.resolve\([`']([^`'$]+)/g)) {
      const name = packageOf(specifier);
      if (name !== null) found.add(name);
    }
    if (/\.config\./.test(file)) settings += text;
  }
  return { production, development, loaded, settings };
}

/** `@scope/name` or `name`; null for a file or a module of Node. */
function packageOf(specifier) {
  if (/^[./]|^node:/.test(specifier)) return null;
  const [first, second] = specifier.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return builtin.has(name) ? null : name;
}

/** `@types/scope__name` holds the types of `@scope/name`. */
function isOfTypes(declared, imported) {
  return declared === `@types/${imported.replace(/^@(.*)\//, '$1__')}`;
}

for (const { name, isDevelopment, ...workspace } of workspaces) {
  const { dependencies, devDependencies, loaded, settings } = workspace;
  const production = isDevelopment ? new Set() : workspace.production;
  const all = new Set([...workspace.production, ...workspace.development]);
  const tools = Object.keys(rootPackage.devDependencies);

  const isOfTypesOnly = (each) => devDependencies.includes(each) && !loaded.has(each);

  test(`${name} declares what it imports`, () => {
    const declared = [...dependencies, ...devDependencies, ...tools];
    assert.deepEqual(
      {
        production: [...production].filter((each) => !dependencies.includes(each) && !isOfTypesOnly(each)),
        development: [...all].filter((each) => !production.has(each) && !declared.includes(each)),
      },
      { production: [], development: [] },
    );
  });

  test(`${name} imports what it declares`, () => {
    const isUsed = (each) =>
      all.has(each) || settings.includes(`'${each}'`) || [...all].some((other) => isOfTypes(each, other));
    assert.deepEqual(
      {
        production: dependencies.filter((each) => !isDevelopment && !production.has(each)),
        development: [...dependencies, ...devDependencies].filter((each) => !isUsed(each)),
      },
      { production: [], development: [] },
    );
  });
}

test('an installation without development dependencies leaves out what only tests and tools need', () => {
  // `npm ci --omit=dev` reads the lockfile.
  const { packages } = read(join(root, 'package-lock.json'));
  const taken = Object.keys(packages).filter((path) => !packages[path].dev);
  const unneeded = ['testcontainers', 'jest', 'typescript', 'nx', '@swc/core', 'playwright-core', 'vite'];
  assert.deepEqual(
    taken.filter((path) => unneeded.some((name) => path.endsWith(`node_modules/${name}`))),
    [],
  );
});
