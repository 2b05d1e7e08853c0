const { default: Runtime } = require('jest-runtime');
const { compileOnce } = require('./compiled-once.cjs');

/** Executor of the test file that runs: a compiled module outlives the file for which it was compiled. */
let current;

function importInto(specifier, script, attributes, ...rest) {
  const context = current.environment.getVmContext();
  return current.dynamicImport(specifier, script.filename ?? current.testPath, context, attributes, rest[0]);
}

/** Jest's runtime, but each module is parsed once per worker. For tests that need a context of their own, such as jsdom's. */
module.exports = class OwnContextRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    current = this.executor;
    const run = (script) => {
      const context = current.environment.getVmContext();
      return context == null ? null : script.runInContext(context);
    };
    compileOnce(this.executor, run, importInto);
  }
};
