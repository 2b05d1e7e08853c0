import { AppError } from './app-error.js';

describe('AppError', () => {
  it.each([
    'server.failed',
    'server.unavailable',
    'billing.provider-unavailable',
    'files.content-missing',
  ] as const)('a failure is logged: %s', (code) => expect(new AppError(code).isFailure).toBe(true));

  it.each(['files.not-found', 'billing.not-configured', 'server.busy', 'bundles.preparing'] as const)(
    'an expected error is not logged as an error: %s',
    (code) => expect(new AppError(code).isFailure).toBe(false),
  );
});
