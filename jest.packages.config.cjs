const { globSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const shared = require('./jest.config.cjs');
const { runsAlone } = require('./scripts/test-run/client-files.cjs');

/** Options of a run, which projects must not repeat. */
const ofRun = ['maxWorkers', 'reporters', 'testTimeout'];

const manifests = globSync('{libs,services}/*/package.json', { cwd: __dirname }).concat(
  globSync('{gateway,standalone,operator,cli,web,bench}/package.json', { cwd: __dirname }),
);
const folders = manifests
  .filter((path) => JSON.parse(readFileSync(join(__dirname, path), 'utf8')).scripts?.test)
  .map(dirname);

/** Most test files of the client run in those that load many (`web/src/every-*.test.ts`). */
function clientConfiguration() {
  const client = require('./web/jest.config.cjs');
  const alone = globSync(
    client.testMatch.map((pattern) => pattern.replace('<rootDir>', 'web')),
    { cwd: __dirname },
  ).filter((path) => runsAlone(join(__dirname, path)));
  return {
    ...client,
    testMatch: ['web/src/every-*.test.ts', ...alone].map((path) => join(__dirname, path)),
  };
}

function projectOf(folder) {
  const configuration = folder === 'web' ? clientConfiguration() : shared;
  const options = Object.entries(configuration).filter(([name]) => !ofRun.includes(name));
  return { ...Object.fromEntries(options), rootDir: join(__dirname, folder), displayName: folder };
}

/** Unit and integration tests of all packages in one run: no core is idle while a slow file of one package ends. */
module.exports = {
  ...Object.fromEntries(ofRun.map((name) => [name, shared[name]])),
  rootDir: __dirname,
  projects: folders.map(projectOf),
  testSequencer: join(__dirname, 'scripts/test-run/slow-first.sequencer.cjs'),
  // A worker loads Nest anew for each of its files, and collects garbage late (`scripts/test.mjs`).
  workerIdleMemoryLimit: '2GB',
};
