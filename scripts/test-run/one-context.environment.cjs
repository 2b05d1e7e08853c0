const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Properties that a test file leaves on the global object: its TypeORM entities, and its time limit. */
const LEFT_BEHIND = ['typeormMetadataArgsStorage', Symbol.for('TEST_TIMEOUT_SYMBOL')];

/**
 * Jest environment that runs test files in the worker's own V8 context, so that they can share third-party modules
 * (one-context.runtime.cjs). Restores the global state that a test file changed.
 */
module.exports = class OneContextEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  env = { ...process.env };
  exit = process.exit;
  console = globalThis.console;
  listeners = new Set(processListeners().map(([, listener]) => listener));

  constructor({ projectConfig }) {
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  /**
   * Restores real timers after the last test of a file, because Jest itself waits for timers then. Blames a failed
   * `afterAll` on the last test of its `describe`.
   */
  handleTestEvent(event, state) {
    if (event.name === 'run_finish') this.fakeTimersModern.useRealTimers();
    if (event.name === 'hook_failure' && event.hook.type === 'afterAll') blameLastTest(event, state);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
    Object.assign(process.env, this.env);
    process.exit = this.exit;
    globalThis.console = this.console;
    for (const [name, listener] of processListeners())
      if (!this.listeners.has(listener)) process.removeListener(name, listener);
    for (const name of LEFT_BEHIND) delete globalThis[name];
  }

  exportConditions() {
    return this.conditions;
  }

  /** The runtime does not use the context. Null would mean to Jest that the environment was torn down. */
  getVmContext() {
    return globalThis;
  }
};

/** Jest itself blames the whole file, and names no test. Other errors outside of tests stay those of the file. */
function blameLastTest({ describeBlock, error }, { rootDescribeBlock, unhandledErrors }) {
  const test = describeBlock === rootDescribeBlock ? undefined : lastTestOf(describeBlock);
  if (test && unhandledErrors.at(-1)?.[0] === error) test.errors.push(unhandledErrors.pop());
}

function lastTestOf({ children }) {
  const tests = children.map((child) => (child.type === 'test' ? child : lastTestOf(child)));
  return tests.findLast((test) => test?.status === 'done');
}

function processListeners() {
  return process.eventNames().flatMap((name) => process.rawListeners(name).map((one) => [name, one]));
}
