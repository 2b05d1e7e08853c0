const { sep } = require('node:path');
const { constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { compileOnce } = require('./compiled-once.cjs');

const THIRD_PARTY = `${sep}node_modules${sep}`;

/** Jest's runtime, but Node loads third-party modules, once per worker instead of once per test file. */
module.exports = class OneContextRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const run = (script) => script.runInThisContext();
    compileOnce(this.executor, run, constants.USE_MAIN_CONTEXT_DEFAULT_LOADER);
  }

  requireModule(from, name, options, isRequireActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.includes(THIRD_PARTY)) return require(path);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }

  /** Keeps Node's `process.getBuiltinModule`: `process` is the worker's own object, not a copy for a test file. */
  installGetBuiltinModule() {}
};
