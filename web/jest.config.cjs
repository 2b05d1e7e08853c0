const { join } = require('node:path');
const shared = require('../jest.config.cjs');

const [compiler, options] = shared.transform['^.+\\.ts$'];
const compileJsx = [
  compiler,
  {
    ...options,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
];

module.exports = {
  ...shared,
  testEnvironment: '<rootDir>/jest-environment.cjs',
  // Each file that Jest runs has a window of its own.
  runtime: join(__dirname, '../scripts/test-run/own-context.runtime.cjs'),
  testEnvironmentOptions: { customExportConditions: ['@waybill/source', 'node', 'require', 'default'] },
  testMatch: ['<rootDir>/src/**/*.test.tsx', '<rootDir>/src/**/*.spec.ts'],
  transform: { '^.+\\.tsx$': compileJsx, ...shared.transform },
  moduleNameMapper: {
    '\\.css$': 'identity-obj-proxy',
    // tus-js-client names its browser build in a field of package.json that Jest does not read.
    '^tus-js-client$': require.resolve('tus-js-client').replace('/node/', '/browser/'),
    ...shared.moduleNameMapper,
  },
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
};
