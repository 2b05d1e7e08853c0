const { default: Runtime } = require('jest-runtime');
const { compileOnce } = require('./compiled-once.cjs');

/** Executor of the running test file. A module outlives the file for which it was compiled, so `import()` uses this. */
let current;

function importInto(specifier, script, attributes, ...rest) {
  const context = current.environment.getVmContext();
  return current.dynamicImport(specifier, script.filename ?? current.testPath, context, attributes, rest[0]);
}

/** Jest's runtime, but parses each module once per worker. For tests with a context of their own, such as jsdom's. */
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
