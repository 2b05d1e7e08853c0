const { globSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const shared = require('./jest.config.cjs');
const { maxWorkers, reporters, testTimeout, ...project } = shared;

const manifests = globSync('{libs,services}/*/package.json', { cwd: __dirname }).concat(
  globSync('{gateway,standalone,operator,web,bench}/package.json', { cwd: __dirname }),
);
const folders = manifests
  .filter((path) => JSON.parse(readFileSync(join(__dirname, path), 'utf8')).scripts?.test)
  .map(dirname);

/** Unit and integration tests of all packages in one run: no core is idle while a slow file of one package ends. */
module.exports = {
  rootDir: __dirname,
  projects: folders.map((folder) => ({
    ...(folder === 'web' ? ownConfiguration(folder) : project),
    rootDir: join(__dirname, folder),
    displayName: folder,
  })),
  maxWorkers,
  reporters,
  testTimeout,
  testSequencer: join(__dirname, 'scripts/test-run/slow-first.sequencer.cjs'),
  // A worker loads Nest anew for each of its files.
  workerIdleMemoryLimit: '1.5GB',
};

function ownConfiguration(folder) {
  const { maxWorkers: _, reporters: __, testTimeout: ___, ...own } = require(`./${folder}/jest.config.cjs`);
  return own;
}
