const { sep } = require('node:path');
const { constants, Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const THIRD_PARTY = `${sep}node_modules${sep}`;
/** Modules that this worker compiled, by path. Each test file evaluates them anew, without parsing them anew. */
const compiled = new Map();

/** Jest's runtime, but Node loads third-party modules, once per worker instead of once per test file. */
module.exports = class OneContextRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const wrapper = `(function (${this.executor.injectedModuleParameters.join(', ')}) {`;
    this.executor.compile = (source, filename) => {
      let known = compiled.get(filename);
      if (known?.source !== source) {
        const script = new Script(`${wrapper}${source}\n})`, {
          filename,
          columnOffset: -wrapper.length,
          importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
        });
        compiled.set(filename, (known = { source, script }));
      }
      return known.script.runInThisContext();
    };
  }

  requireModule(from, name, options, isRequireActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.includes(THIRD_PARTY)) return require(path);
    }
    return super.requireModule(from, name, options, isRequireActual);
  }

  /** Keeps Node's own `process.getBuiltinModule`: this process is the worker's, and no copy for one test file. */
  installGetBuiltinModule() {}
};
