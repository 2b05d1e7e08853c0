// Tests on real servers share noisy machines. In CI a failed test is retried once, its first failure is printed, and
// the retries are counted (scripts/test-run). On a developer's machine it fails immediately.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
