import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { allocator, gatewayAllocator, gatewayFlags, nodeFlags } from './node-flags.mjs';

const root = join(import.meta.dirname, '..');
const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
const startFlags = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start;

/** Large packages that only other processes need (docs/decisions/a-small-gateway.md). */
const foreign = ['typeorm', 'pg', 'bullmq', 'nodemailer', 'handlebars', 'rate-limiter-flexible'];

const listing = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
  await import('./gateway/dist/start-gateway.js');
  await import('./libs/composition/dist/index.js');
  const names = [...loaded].map((url) => /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]);
  console.log(JSON.stringify([...new Set(names.filter(Boolean))]));
`;

/** An identifier by which the code of each package is found in joined programs, which have no module paths. */
const marks = {
  typeorm: 'TypeORMError',
  bullmq: 'FlowProducer',
  nodemailer: 'SMTPConnection',
  handlebars: 'HandlebarsEnvironment',
  'rate-limiter-flexible': 'RateLimiterAbstract',
};

/** `file`, and all files that it imports statically, directly or not. */
function readAtStart(file, read = new Set()) {
  if (read.has(file)) return [];
  read.add(file);
  const imports = [...readFileSync(file, 'utf8').matchAll(/^import (?:[^'"]* from )?"(\.[^"]+)";$/gm)];
  for (const [, path] of imports) readAtStart(join(dirname(file), path), read);
  return [...read];
}

test('the gateway loads no library for databases, jobs or mail', () => {
  const options = { cwd: root, encoding: 'utf8' };
  const loaded = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', listing], options));
  assert.ok(loaded.includes('fastify'));
  // Loaded with the first text that needs it.
  assert.ok(!loaded.includes('chardet'));
  assert.deepEqual(
    foreign.filter((name) => loaded.includes(name)),
    [],
  );
});

test('the files that a gateway reads at its start contain no library for databases, jobs or mail', () => {
  const build = join(root, 'build');
  const isIn = (files) => {
    const text = files.map((file) => readFileSync(file, 'utf8')).join('');
    return Object.keys(marks).filter((name) => text.includes(marks[name]));
  };
  assert.deepEqual(isIn(readAtStart(join(build, 'gateway/main.js'))), []);
  const chunks = readdirSync(join(build, 'chunks')).map((name) => join(build, 'chunks', name));
  assert.deepEqual(isIn(chunks), Object.keys(marks));
});

test('no character of the joined programs takes two bytes in memory', () => {
  const chunks = join(root, 'build', 'chunks');
  const wide = readdirSync(chunks).filter((name) =>
    /[^\0-\xff]/.test(readFileSync(join(chunks, name), 'utf8')),
  );
  assert.deepEqual(wide, []);
});

test('images start processes with the Node flags that the test cluster uses', () => {
  const flags = [...dockerfile.matchAll(/^ENV NODE_FLAGS="(.*)"$/gm)].map(([, words]) => words.split(' '));
  assert.deepEqual(flags, [nodeFlags, gatewayFlags]);
  for (const settings of [allocator, gatewayAllocator])
    assert.ok(dockerfile.includes(`ENV ${assignments(settings)}\n`));
});

test('the standalone process starts with the Node flags of all processes', () => {
  assert.ok(startFlags.startsWith(`exec env ${assignments(allocator)} node ${nodeFlags.join(' ')} `));
});

test('the systemd unit and the benchmarks start Waybill with the same Node flags', () => {
  const unit = readFileSync(join(root, 'docs/operations/install.md'), 'utf8');
  assert.ok(unit.includes(`Environment=${assignments(allocator)}\n`));
  assert.ok(unit.includes(`/node ${nodeFlags.join(' ')} scripts/start.mjs\n`));
  const benchmark = readFileSync(join(root, 'bench/src/subjects/waybill.ts'), 'utf8');
  assert.ok(benchmark.includes(`ALLOCATOR = { MALLOC_ARENA_MAX: '${allocator.MALLOC_ARENA_MAX}' };`));
  assert.ok(benchmark.includes(`START_FLAGS = [${nodeFlags.map((flag) => `'${flag}'`).join(', ')}];`));
});

/** @returns such as `A=1 B=2` */
function assignments(settings) {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
