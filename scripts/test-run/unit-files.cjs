const { globSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

const ROOT = resolve(__dirname, '../..');

/** Changes and reads beyond the objects of a test: modules, time limits, the process, globals and its counts. */
const NEEDS_A_MODULE_OF_ITS_OWN =
  /\bjest\.(mock|doMock|resetModules|isolateModules|setTimeout)|\bprocess\.(env|on|exit|chdir)|\bglobalThis\b|\bmetrics\b|\bgc\(/;

/**
 * Paths of the unit tests that share a Jest module, because each module evaluates the code under test anew. Those of
 * `libs/storage` measure memory, and run while that of their worker is small.
 * @param {string} folders pattern of the packages, such as `services/*`
 */
exports.unitFilesOf = (folders) =>
  globSync(`${folders}/src/**/*.spec.ts`, { cwd: ROOT, exclude: ['libs/storage/**', '**/*.int.spec.ts'] })
    .sort()
    .map((path) => join(ROOT, path))
    .filter((path) => !NEEDS_A_MODULE_OF_ITS_OWN.test(readFileSync(path, 'utf8')));

/** Registers the unit tests of many files in this Jest module. */
exports.loadUnitFiles = (folders) => {
  for (const path of exports.unitFilesOf(folders))
    describe(path.slice(ROOT.length + 1), () => void require(path));
};
