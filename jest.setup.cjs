// Tests on real servers share noisy machines. In CI one that fails is tried once more, and its first failure is
// printed; on a developer's own machine it fails at once.
if (process.env.CI) jest.retryTimes(1, { logErrorsBeforeRetry: true });
