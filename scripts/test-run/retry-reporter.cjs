/** Jest reporter: prints each test that passed only after a retry, so that `npm test` can count them. */
module.exports = class RetryReporter {
  onTestResult(_test, { testFilePath, testResults }) {
    for (const { fullName, invocations, status } of testResults) {
      if (status === 'passed' && invocations > 1)
        process.stdout.write(`Retried: ${testFilePath} › ${fullName}\n`);
    }
  }
};
