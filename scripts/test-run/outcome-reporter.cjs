const { stripVTControlCharacters } = require('node:util');

/** The first line of the first error of a test, without colours. */
function reasonOf({ failureMessages: [message = ''] }) {
  return stripVTControlCharacters(message).split('\n', 1)[0];
}

/** Jest reporter: prints tests that failed or passed only after a retry, for `npm test` to list them at its end. */
module.exports = class OutcomeReporter {
  onTestResult(_test, { testFilePath, testResults, testExecError }) {
    if (testExecError) process.stdout.write(`Failed: ${testFilePath} › the file did not run\n`);
    for (const result of testResults) {
      const { fullName, invocations, status } = result;
      if (status === 'failed')
        process.stdout.write(`Failed: ${testFilePath} › ${fullName} ⇒ ${reasonOf(result)}\n`);
      if (status === 'passed' && invocations > 1)
        process.stdout.write(`Retried: ${testFilePath} › ${fullName}\n`);
    }
  }
};
