import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Joins the compiled modules of every program, and the packages that they use, into the files of `build`. A start
 * that reads a hundred files takes half the processor time of one that reads three thousand
 * (docs/decisions/joined-programs.md). Needs the compiled packages.
 */
const root = join(import.meta.dirname, '..');
const services = ['auth', 'files', 'sharing', 'analytics', 'billing'];

/** Compiled entry points by output path. Its depth is that in `dist`, because programs find files by relative paths. */
const programs = {
  'standalone/main': 'standalone/dist/main.js',
  'gateway/main': 'gateway/dist/main.js',
  'operator/main': 'operator/dist/main.js',
  'files/worker.main': 'services/files/dist/worker.main.js',
  ...Object.fromEntries(services.flatMap((name) => [entry(name, 'main'), entry(name, 'migrate.main')])),
};

/** Packages with native code, or with data that they read beside their code. */
const onDisk = ['@node-rs/argon2', '@node-rs/crc32', 'geoip-lite', 'sharp'];

/** Packages that Fastify requires where it needs them, which it never does in Waybill. */
const neverRequired = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

/** Optional packages that Nest looks for, and that Waybill does not install. */
const notInstalled = [
  '@fastify/view',
  '@nats-io/transport-node',
  '@nestjs/platform-express',
  '@nestjs/websockets/socket-module.js',
  'amqp-connection-manager',
  'class-transformer',
  'class-validator',
  'kafkajs',
  'mqtt',
];

/** TypeORM's drivers for other databases than PostgreSQL. It loads them in any case, and their text takes memory. */
const withoutOtherDrivers = {
  name: 'without-other-drivers',
  load: {
    filter: { id: /node_modules\/typeorm\/driver\/(?!postgres\/|types\/)[^/]+\// },
    handler: () => 'module.exports = {};',
  },
};

/**
 * Replaces imports of `node:http` by the module itself. Node makes the exports of an imported module by reading all its
 * properties, of which three load the client behind `fetch`: 4 MiB in every process.
 */
const withoutFetchClient = {
  name: 'without-fetch-client',
  resolveId: {
    filter: { id: /^(node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? '\0http' : null),
  },
  load: {
    filter: { id: /^\0http$/ },
    handler: () => "module.exports = process.getBuiltinModule('node:http');",
  },
};

const joined = await rolldown({
  cwd: root,
  input: programs,
  platform: 'node',
  external: [...onDisk, ...neverRequired, ...notInstalled],
  plugins: [withoutOtherDrivers, withoutFetchClient],
  // Fails the build for a package that cannot be found: the program would exit at its start.
  onLog: (level, log, report) => {
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    if (level === 'error') report(level, log);
  },
});
await joined.write({
  dir: join(root, 'build'),
  cleanDir: true,
  chunkFileNames: 'chunks/[name]-[hash].js',
  // Nest and TypeORM identify classes by their names.
  keepNames: true,
  strictExecutionOrder: true,
  comments: { legal: true, jsdoc: false },
  plugins: [{ name: 'one-byte-text', generateBundle }],
});
await joined.close();

/**
 * Escapes characters outside of ASCII, in strings and regular expressions: V8 keeps the text of a module in memory, and
 * Node gives it two bytes for each character if a single one is not ASCII.
 */
function generateBundle(_options, bundle) {
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/\\[^]|[^\0-\x7f]/g, escaped);
}

/** @param found a character, or one after a backslash */
function escaped(found) {
  const unit = found.at(-1);
  return unit > '\x7f' ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : found;
}

function entry(service, main) {
  return [`${service}/${main}`, `services/${service}/dist/${main}.js`];
}
