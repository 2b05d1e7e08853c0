/** Jest reporter: prints each failed test, and each test that passed only after a retry, so that `npm test` can list them at its end. */
module.exports = class OutcomeReporter {
  onTestResult(_test, { testFilePath, testResults, testExecError }) {
    if (testExecError) process.stdout.write(`Failed: ${testFilePath} › the file did not run\n`);
    for (const { fullName, invocations, status } of testResults) {
      if (status === 'failed') process.stdout.write(`Failed: ${testFilePath} › ${fullName}\n`);
      if (status === 'passed' && invocations > 1)
        process.stdout.write(`Retried: ${testFilePath} › ${fullName}\n`);
    }
  }
};
