const { readFileSync } = require('node:fs');

const REPLACES_MODULES = /\bjest\.(mock|doMock|resetModules|isolateModules)/;

/**
 * Whether a test file of the client replaces modules, and therefore cannot share a Jest module with other files.
 * @param {string} path
 */
exports.runsAlone = (path) => REPLACES_MODULES.test(readFileSync(path, 'utf8'));
