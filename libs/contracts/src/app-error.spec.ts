import { AppError } from './app-error.js';

describe('AppError', () => {
  it.each([
    'server.failed',
    'server.unavailable',
    'billing.provider-unavailable',
    'files.content-missing',
  ] as const)('is a failure that is logged: %s', (code) => expect(new AppError(code).isFailure).toBe(true));

  it.each(['files.not-found', 'billing.not-configured', 'server.busy', 'bundles.preparing'] as const)(
    'is an answer that is not logged as an error: %s',
    (code) => expect(new AppError(code).isFailure).toBe(false),
  );
});
