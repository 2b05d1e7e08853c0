const { globSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const shared = require('./jest.config.cjs');
const { runsAlone } = require('./scripts/test-run/client-files.cjs');
const { unitFilesOf } = require('./scripts/test-run/unit-files.cjs');

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

/** Most unit tests of the server run in the files of `scripts/test-run/unit`, which load many. */
function serverConfiguration(folder) {
  const together = unitFilesOf(folder);
  const all = shared.testMatch.flatMap((pattern) =>
    globSync(pattern.replace('<rootDir>', folder), { cwd: __dirname }),
  );
  const testMatch = all.map((path) => join(__dirname, path)).filter((path) => !together.includes(path));
  return { ...shared, testMatch };
}

function projectOf(folder, configuration) {
  const options = Object.entries(configuration).filter(([name]) => !ofRun.includes(name));
  return { ...Object.fromEntries(options), rootDir: join(__dirname, folder), displayName: folder };
}

const unitTests = { ...shared, testMatch: [join(__dirname, 'scripts/test-run/unit/*.unit.cjs')] };
const ofFolders = folders
  .map((folder) => projectOf(folder, folder === 'web' ? clientConfiguration() : serverConfiguration(folder)))
  .filter(({ testMatch }) => testMatch.length > 0);

/** Unit and integration tests of all packages in one run: no core is idle while a slow file of one package ends. */
module.exports = {
  ...Object.fromEntries(ofRun.map((name) => [name, shared[name]])),
  rootDir: __dirname,
  projects: [projectOf('scripts/test-run', unitTests), ...ofFolders],
  testSequencer: join(__dirname, 'scripts/test-run/slow-first.sequencer.cjs'),
  // A worker loads Nest anew for each of its files, and collects garbage late (`scripts/test.mjs`).
  workerIdleMemoryLimit: '2GB',
};
