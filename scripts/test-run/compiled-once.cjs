const { Script } = require('node:vm');

/** Modules that this worker compiled, by path. Each test file evaluates them anew, without parsing them anew. */
const compiled = new Map();

/**
 * Lets a module executor of jest-runtime compile each module once per worker instead of once per test file.
 * @param {object} executor of one test file
 * @param {(script: Script) => Function | null} run evaluates a script in the context of the test file
 * @param {Function | symbol} importModuleDynamically for `import()` in third-party modules
 */
exports.compileOnce = (executor, run, importModuleDynamically) => {
  const wrapper = `(function (${executor.injectedModuleParameters.join(', ')}) {`;
  executor.compile = (source, filename) => {
    let known = compiled.get(filename);
    if (known?.source !== source) {
      const columnOffset = -wrapper.length;
      const script = new Script(`${wrapper}${source}\n})`, {
        filename,
        columnOffset,
        importModuleDynamically,
      });
      compiled.set(filename, (known = { source, script }));
    }
    return run(known.script);
  };
};
